// Hears that something at the table has changed, and says so to the page: `live:changed` on the body.
//
// A stream says "revision n"; while there is none, the revision is asked for every two seconds. Nothing
// is held while the page is hidden. body[data-live] is "on" while either is answered, else "lost".
(function () {
  'use strict';

  const companion = (window.companion = window.companion || {});
  const body = document.body;
  if (companion.live || !body.dataset.events) return;
  companion.live = true;

  const TIMES = {
    watchdog: time('watchdogMs', 25000), // the server beats every 10 s
    opening: time('openingMs', 4000),
    poll: time('pollMs', 2000),
    asking: time('askingMs', 4000),
    reopen: time('reopenMs', 1000),
    reopenMost: time('reopenMostMs', 10000),
    notice: time('noticeMs', 4000),
    fresh: time('freshMs', 2000),
    fetching: time('fetchingMs', 8000),
  };
  const LIVE = '[data-live][hx-get], [hx-trigger*="live:changed"]';

  let seen = Number(body.dataset.revision) || 0;
  let isStale = false; // the page could not be brought to what was seen
  let source = null;
  let openedAt = 0;
  let attempts = 0;
  let question = null;
  let isPolling = false;
  const timers = {};

  function time(name, usual) {
    return Number(body.dataset[name]) || usual;
  }

  function after(name, delay, run) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(run, delay);
  }

  function stop(name) {
    clearTimeout(timers[name]);
  }

  // ---- what is known of the connection

  function say(name, detail) {
    document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: detail || {} }));
  }

  function showNotice(isShown) {
    const notice = document.getElementById('live-lost');
    if (notice) notice.hidden = !isShown;
  }

  function isLost() {
    return document.body.dataset.live === 'lost';
  }

  function setOn() {
    if (document.body.dataset.live === 'on') return;
    const wasLost = isLost();
    document.body.dataset.live = 'on';
    stop('notice');
    showNotice(false);
    if (wasLost) dropFetches();
    say('live:on');
  }

  function setLost() {
    if (isLost()) return;
    document.body.dataset.live = 'lost';
    after('notice', TIMES.notice, () => showNotice(true));
    say('live:lost');
  }

  function hear(text) {
    const revision = parseInt(text, 10);
    if (!(revision > seen || (revision === seen && isStale))) return;
    seen = revision;
    isStale = false;
    stop('again');
    say('live:changed', { revision: revision });
    if (!window.htmx) reloadWhenIdle();
  }

  // ---- the stream

  function open() {
    close();
    if (document.hidden) return;
    if (!window.EventSource) {
      poll();
      return;
    }
    const mine = (source = new EventSource(body.dataset.events));
    openedAt = Date.now();
    after('watchdog', TIMES.opening, lose);
    listen(mine, 'revision', (event) => hear(event.data));
    listen(mine, 'beat', () => {});
    mine.addEventListener('bye', () => source === mine && sayGoodbye());
    mine.onerror = () => source === mine && lose();
  }

  function listen(mine, name, act) {
    mine.addEventListener(name, (event) => {
      if (source !== mine) return;
      attempts = 0;
      stopPolling();
      after('watchdog', TIMES.watchdog, lose);
      setOn();
      act(event);
    });
  }

  // A stream that ends as soon as it began is no stream: a server that is stopping must not be stormed.
  function sayGoodbye() {
    if (Date.now() - openedAt < TIMES.reopen) lose();
    else open();
  }

  function close() {
    if (source) source.close();
    source = null;
    stop('watchdog');
    stop('reopen');
  }

  function lose() {
    close();
    const pause = Math.min(TIMES.reopen * Math.pow(2, attempts), TIMES.reopenMost);
    attempts += 1;
    after('reopen', pause * (0.75 + Math.random() / 2), open);
    if (!isPolling) poll();
  }

  // ---- asking instead

  function poll() {
    isPolling = true;
    const mine = (question = new XMLHttpRequest());
    mine.open('GET', body.dataset.revisions);
    mine.timeout = TIMES.asking;
    mine.onloadend = () => question === mine && answered(mine);
    mine.send();
  }

  function answered(request) {
    question = null;
    after('poll', TIMES.poll, poll);
    if (request.status !== 200 || !/^\s*\d+\s*$/.test(request.responseText)) {
      setLost();
      return;
    }
    const wasLost = isLost();
    setOn();
    hear(request.responseText);
    if (wasLost) wake();
  }

  function stopPolling() {
    isPolling = false;
    stop('poll');
    const old = question;
    question = null;
    if (old) old.abort();
  }

  // ---- sleeping and waking

  function sleep() {
    close();
    stopPolling();
    stop('notice');
  }

  function wake() {
    if (document.hidden) return;
    attempts = 0;
    dropFetches();
    open();
    if (isLost()) after('notice', TIMES.notice, () => showNotice(true));
  }

  function wakeUnlessAwake() {
    if (!source) wake();
  }

  // ---- the fragments that show it (fetched by htmx)

  const fetches = new Set();
  const texts = new Map();
  const freshUntil = new Map();

  function isLive(element) {
    return Boolean(element && element.matches && element.matches(LIVE));
  }

  // A fetch begun before the phone slept may hang for long: give it up and fetch anew.
  function dropFetches() {
    if (!fetches.size) return;
    const waiting = Array.from(fetches);
    fetches.clear();
    isStale = true;
    waiting.forEach((element) => element.dispatchEvent(new CustomEvent('htmx:abort')));
  }

  function fetchAgainSoon() {
    isStale = true;
    after('again', TIMES.poll, () => isLost() || hear(String(seen)));
  }

  function onFetch(name, act) {
    document.addEventListener(name, (event) => {
      if (isLive(event.target)) act(event, event.detail.ctx);
    });
  }

  // An error page is never put where the numbers are.
  function checkAnswer(event, ctx) {
    const status = ctx.response.status;
    if (status < 400 && !ctx.response.raw.redirected) return;
    event.preventDefault();
    if (status >= 500 || status === 429) fetchAgainSoon();
    else if (!isBusy()) reload();
  }

  function keyed() {
    return Array.from(document.querySelectorAll('[data-live-value]')).filter((one) => one.closest(LIVE));
  }

  // What a swap has changed is fresh for a while, also over the next swap.
  function markFresh() {
    const now = Date.now();
    keyed().forEach((element) => {
      const key = element.dataset.liveValue;
      const isChanged = texts.has(key) && texts.get(key) !== element.textContent;
      if (isChanged) freshUntil.set(key, now + TIMES.fresh);
      texts.set(key, element.textContent);
      element.classList.toggle('is-fresh', freshUntil.get(key) > now);
      if (isChanged) setTimeout(markFresh, TIMES.fresh);
    });
  }

  onFetch('htmx:config:request', (event, ctx) => { ctx.request.timeout = TIMES.fetching; });
  onFetch('htmx:before:request', (event) => fetches.add(event.target));
  onFetch('htmx:before:response', checkAnswer);
  onFetch('htmx:error', fetchAgainSoon);
  onFetch('htmx:finally:request', (event) => fetches.delete(event.target));
  document.addEventListener('htmx:after:swap', markFresh);

  // ---- phones too old for htmx load the page anew

  function isBusy() {
    const fields = Array.from(document.querySelectorAll('input:not([type=hidden]), textarea, select'));
    return Boolean(document.querySelector('[data-unsaved]')) ||
      fields.some((field) => field === document.activeElement || field.value !== startValue(field));
  }

  function startValue(field) {
    return field.defaultValue === undefined ? field.value : field.defaultValue;
  }

  function reload() {
    location.replace(location.pathname + location.search);
  }

  function reloadWhenIdle() {
    if (!document.querySelector('[data-live]:not(body)')) return;
    if (isBusy()) after('reload', TIMES.poll, reloadWhenIdle);
    else reload();
  }

  markFresh();
  document.addEventListener('visibilitychange', () => (document.hidden ? sleep() : wakeUnlessAwake()));
  window.addEventListener('pagehide', sleep);
  window.addEventListener('pageshow', (event) => event.persisted && wakeUnlessAwake());
  window.addEventListener('online', wake);
  window.addEventListener('offline', () => document.hidden || lose());
  open();
})();
