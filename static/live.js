// Hears that something at the table has changed, and says so to the page: `live:changed` on the body.
//
// A stream says "revision n"; while there is none, the revision is asked for every two seconds. Nothing is
// held while the page is hidden. body[data-live] is "on" while either is answered, else "lost".
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

  const timers = {};
  const fetches = new Set(); // fragments under way
  const texts = new Map(); // data-live-value -> what it said after the last swap
  const freshUntil = new Map();
  let seen = Number(body.dataset.revision) || 0;
  let isStale = false; // what was seen could not be fetched
  let source = null;
  let openedAt = 0;
  let attempts = 0;
  let question = null;
  let isPolling = false;

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

  // ---- what is known

  function say(name, detail) {
    body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: detail }));
  }

  function hear(revision) {
    if (!(revision > seen || (revision === seen && isStale))) return;
    seen = revision;
    isStale = false;
    say('live:changed', { revision: revision });
    if (!window.htmx) reloadWhenIdle();
  }

  function isLost() {
    return body.dataset.live === 'lost';
  }

  function setOn() {
    const wasLost = isLost();
    if (body.dataset.live === 'on') return;
    body.dataset.live = 'on';
    stop('notice');
    showNotice(false);
    if (wasLost) dropFetches();
    say('live:on');
  }

  function setLost() {
    if (isLost()) return;
    body.dataset.live = 'lost';
    after('notice', TIMES.notice, () => showNotice(true));
  }

  function showNotice(isShown) {
    const notice = document.getElementById('live-lost');
    if (notice) notice.hidden = !isShown;
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
    listen(mine, 'revision', (event) => hear(parseInt(event.data, 10)));
    listen(mine, 'beat', () => {});
    mine.addEventListener('bye', () => source === mine && sayGoodbye());
    mine.onerror = () => source === mine && lose();
  }

  function listen(mine, name, act) {
    mine.addEventListener(name, (event) => {
      if (source !== mine) return;
      if (!isYoung()) attempts = 0;
      stopPolling();
      after('watchdog', TIMES.watchdog, lose);
      setOn();
      act(event);
    });
  }

  // A stream that ends as soon as it began is none: a server that is stopping must not be stormed.
  function sayGoodbye() {
    if (isYoung()) lose();
    else open();
  }

  function isYoung() {
    return Date.now() - openedAt < TIMES.reopen;
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
    hear(parseInt(request.responseText, 10));
    if (wasLost) wake();
  }

  function stopPolling() {
    const old = question;
    isPolling = false;
    question = null;
    stop('poll');
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

  function wakeFromSleep() {
    if (!source && !isPolling) wake();
  }

  // ---- the fragments that show it (fetched by htmx)

  // A fetch begun before the way was lost may hang for long: give it up and fetch anew.
  function dropFetches() {
    const hanging = Array.from(fetches);
    isStale = isStale || hanging.length > 0;
    fetches.clear();
    hanging.forEach((element) => element.dispatchEvent(new CustomEvent('htmx:abort')));
  }

  function fetchAgainSoon() {
    isStale = true;
    after('again', TIMES.poll, () => isLost() || hear(seen));
  }

  // An error page is never put where the numbers are.
  function checkAnswer(event, ctx) {
    const status = ctx.response.status;
    if (status < 400 && !ctx.response.raw.redirected) return;
    event.preventDefault();
    if (status >= 500 || status === 429) fetchAgainSoon();
    else reloadWhenIdle();
  }

  function onFetch(name, act) {
    document.addEventListener(name, (event) => event.target.matches && event.target.matches(LIVE) &&
      act(event, event.detail.ctx));
  }

  // What a swap has changed is fresh for a while, also over the next swap.
  function markFresh() {
    const now = Date.now();
    const values = Array.from(document.querySelectorAll('[data-live-value]'));
    values.filter((element) => element.closest(LIVE)).forEach((element) => {
      const key = element.dataset.liveValue;
      const isChanged = texts.has(key) && texts.get(key) !== element.textContent;
      if (isChanged) freshUntil.set(key, now + TIMES.fresh);
      if (isChanged) setTimeout(markFresh, TIMES.fresh);
      texts.set(key, element.textContent);
      element.classList.toggle('is-fresh', freshUntil.get(key) > now);
    });
  }

  // ---- phones too old for htmx load the page anew

  function isBusy() {
    const typed = 'input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea';
    return Boolean(document.querySelector('[data-unsaved]')) || Array.from(document.querySelectorAll(typed))
      .some((field) => field === document.activeElement || field.value !== field.defaultValue);
  }

  function reloadWhenIdle() {
    if (!document.querySelector('[data-live]:not(body)')) return;
    if (isBusy()) after('reload', TIMES.poll, reloadWhenIdle);
    else location.replace(location.pathname + location.search);
  }

  onFetch('htmx:config:request', (event, ctx) => { ctx.request.timeout = TIMES.fetching; });
  onFetch('htmx:before:request', (event) => fetches.add(event.target));
  onFetch('htmx:before:response', checkAnswer);
  onFetch('htmx:error', fetchAgainSoon);
  onFetch('htmx:finally:request', (event) => fetches.delete(event.target));
  document.addEventListener('htmx:after:swap', markFresh);
  document.addEventListener('visibilitychange', () => (document.hidden ? sleep() : wakeFromSleep()));
  window.addEventListener('pagehide', sleep);
  window.addEventListener('pageshow', (event) => event.persisted && wakeFromSleep());
  window.addEventListener('online', wake);
  window.addEventListener('offline', () => document.hidden || lose());
  markFresh();
  open();
})();
