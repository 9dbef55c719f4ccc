// Counts one pile: a tap is shown at once, kept on the phone, and sent.
//
// How it is shown is in count-view.js, how it is kept and sent in pile.js.
(function () {
  'use strict';

  const companion = window.companion || {};
  const piles = companion.piles;
  const view = companion.countView;
  if (!piles || !view || companion.count) return;

  const form = view.form;
  const key = form.dataset.key;
  const url = form.getAttribute('action');
  const TAPS_KEPT = 99;
  const LATER = Number(document.body.dataset.pollMs) || 2000;

  let record = null;
  let hasFailed = false;
  let isLeaving = false;
  let isRefreshWanted = false;
  let isRefreshing = false;

  // ---- which numbers count

  // What the server wrote into the page: its outputs, since a browser may restore fields.
  function printedCount(field) {
    const output = view.output(field.name);
    return parseInt(output ? output.textContent : field.defaultValue, 10) || 0;
  }

  function printedRecord() {
    const counts = {};
    view.fields.forEach((field) => { counts[field.name] = printedCount(field); });
    return {
      url: url, also: also(), base: Number(form.dataset.revision) || 0, counts: counts,
      done: form.dataset.done === '1', taps: [], dirty: false, sending: null, refused: false, at: Date.now(),
    };
  }

  // Whatever else the form says is sent along, such as the kind of page it stands on.
  function also() {
    const others = {};
    Array.from(form.querySelectorAll('input[type=hidden]'))
      .filter((field) => ['op', 'base'].concat(view.names).indexOf(field.name) < 0)
      .forEach((field) => { others[field.name] = field.value; });
    return others;
  }

  function isSame(counts, others) {
    return view.names.every((name) => counts[name] === others[name]);
  }

  function readKept() {
    const kept = piles.read(key);
    return kept && view.names.every((name) => Number.isInteger(kept.counts[name])) ? kept : null;
  }

  function firstRecord() {
    const page = printedRecord();
    const kept = readKept();
    if (!kept) return page;
    const isNews = kept.sending || (kept.dirty && !(isSame(kept.counts, page.counts) && kept.done === page.done));
    if (!isNews && kept.base < page.base) return page;
    isRefreshWanted = kept.base !== page.base;
    return Object.assign(kept, {
      url: url, also: page.also, refused: false, dirty: Boolean(kept.dirty && isNews),
    });
  }

  // Another tab of this phone may have gone on with the same pile.
  function seeLatest() {
    record = readKept() || record;
    show();
  }

  function show() {
    const isUnsaved = piles.isUnsaved(record);
    hasFailed = hasFailed && isUnsaved;
    view.paint(record);
    view.paintSaved(isUnsaved, hasFailed);
  }

  function keep() {
    record.at = Date.now();
    piles.write(key, record);
  }

  // ---- changing them

  function change(edit) {
    if (isLeaving) return;
    record = readKept() || record;
    record.done = false;
    edit(record);
    record.dirty = true;
    record.refused = false;
    keep();
    view.say('');
    show();
    pile.send();
  }

  function tap(name) {
    if (record.counts[name] >= view.most(name)) {
      view.sayFull(name);
      return;
    }
    if (navigator.vibrate) navigator.vibrate(10);
    change((it) => {
      it.counts[name] += 1;
      it.taps = it.taps.concat(name).slice(-TAPS_KEPT);
    });
  }

  function takeBackLast() {
    if (!record.taps.length) return;
    change((it) => {
      const name = it.taps.pop();
      it.counts[name] = Math.max(0, it.counts[name] - 1);
    });
  }

  function setCounts(counts) {
    change((it) => {
      Object.assign(it.counts, counts);
      it.taps = [];
    });
  }

  function finish(anyway) {
    const isUnderWay = record.sending && record.sending.done && !record.dirty;
    if (isUnderWay && record.sending.anyway === anyway) {
      pile.send();
      return;
    }
    change((it) => {
      it.done = true;
      it.anyway = anyway;
    });
  }

  // ---- what the server answers

  function leave(where) {
    isLeaving = true;
    location.assign(where);
  }

  const told = {
    saved(next) {
      seeLatest();
      if (next) leave(next);
      else refreshIfWanted();
    },
    failed() {
      hasFailed = true;
      isRefreshWanted = true;
      show();
    },
    stale: askWhichIsRight,
    refused(message) {
      hasFailed = true;
      seeLatest();
      view.say(message);
    },
    gone(where) {
      if (where) leave(where);
    },
    elsewhere: followOtherTab,
  };

  function askWhichIsRight() {
    seeLatest();
    isLeaving = true;
    piles.askWhichIsRight(record);
  }

  // ---- what others changed meanwhile

  function refresh() {
    isRefreshWanted = true;
    refreshIfWanted();
  }

  function refreshIfWanted() {
    if (!isRefreshWanted || isRefreshing || isLeaving || piles.isUnsaved(record)) return;
    const base = record.base;
    isRefreshWanted = false;
    isRefreshing = true;
    piles.ask('GET', url, null, (status, body) => {
      isRefreshing = false;
      if (status === 200 && body.counts) adopt(body, base);
      else if (status >= 400 && status < 500 && body.url) leave(body.url);
      else setTimeout(refresh, LATER);
      refreshIfWanted();
    });
  }

  // An answer that was under way while something was saved here is old.
  function adopt(theirs, base) {
    record = readKept() || record;
    if (piles.isUnsaved(record) || record.base !== base) return;
    if (theirs.open === false) leave(form.dataset.closed); // the next hand must not be counted by a late tap
    if (theirs.revision === base) return;
    const before = record.counts;
    Object.assign(record, { counts: theirs.counts, base: theirs.revision, done: theirs.done, taps: [] });
    keep();
    show();
    view.names.filter((name) => before[name] !== record.counts[name]).forEach(view.markFresh);
    form.dispatchEvent(new CustomEvent('pile:replaced'));
  }

  function followOtherTab() {
    const isDecided = !readKept();
    if (isDecided) Object.assign(record, { dirty: false, sending: null });
    seeLatest();
    if (isDecided) refresh();
  }

  function comeBack() {
    isLeaving = false;
    seeLatest();
    refresh();
  }

  // ---- what is touched

  function actionOf(button) {
    if (button.name === 'add') return () => tap(button.value);
    if (button.name === 'done') return () => finish(false);
    if (button.name === 'anyway') return () => finish(true);
    if (button.hasAttribute('data-take-back')) return takeBackLast;
    if (button.hasAttribute('data-start-button')) return () => setCounts(JSON.parse(form.dataset.start));
    return null;
  }

  form.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    const act = button && actionOf(button);
    if (!act) return;
    event.preventDefault();
    record = readKept() || record;
    act();
  });

  const pile = piles.open(key, told);
  record = firstRecord();
  piles.write(key, record);
  show();
  pile.send();
  refreshIfWanted();

  document.addEventListener('live:changed', refresh);
  document.addEventListener('visibilitychange', () => document.hidden || seeLatest());
  window.addEventListener('pageshow', (event) => event.persisted && comeBack());
  window.addEventListener('storage', (event) => event.key === piles.prefix + key && followOtherTab());

  companion.count = { counts: () => record.counts, setCounts: setCounts, finish: finish };
})();
