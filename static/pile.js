// Keeps what was counted on this phone until the server has it. Runs on every page of a table, so that a
// pile left unsaved on one page is sent by the next.
//
// One record a pile, in the phone's storage (in memory where there is none):
//   url            where it is saved
//   counts, done   what this phone shows
//   taps           the cards tapped since the numbers last came from elsewhere, oldest first
//   base           the revision that the counts build on
//   dirty          the counts are newer than what was last sent
//   sending        the body under way, or one whose answer got lost: repeated unchanged until answered
//   refused        the server will not take it as it is (the hand is over): not sent by itself
//   at             when it last changed, in milliseconds
(function () {
  'use strict';

  const companion = (window.companion = window.companion || {});
  if (companion.piles) return;

  const PREFIX = 'companion:pile:';
  const KEPT = 12;
  const WEEK = 7 * 24 * 3600 * 1000;
  const LONGEST_PAUSE = 8000;
  const STALLED = 1000;
  const NEVER = Infinity;

  const memory = {};
  const open = {};

  // ---- the phone's storage, which may be missing, full or forbidden

  function attempt(act, otherwise) {
    try {
      return act(window.localStorage);
    } catch (error) {
      return otherwise;
    }
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch (error) {
      return null;
    }
  }

  function isCounts(counts) {
    return Boolean(counts) && Object.keys(counts).every((type) => Number.isInteger(counts[type]));
  }

  function isRecord(record) {
    return Boolean(record) && typeof record.url === 'string' && isCounts(record.counts) &&
      Number.isInteger(record.base) && Array.isArray(record.taps) &&
      (!record.sending || isCounts(record.sending.counts));
  }

  function read(key) {
    const record = parse(memory[key] || attempt((storage) => storage.getItem(PREFIX + key), null));
    return isRecord(record) ? record : null;
  }

  function write(key, record) {
    const text = JSON.stringify(record);
    delete memory[key];
    if (attempt((storage) => storage.setItem(PREFIX + key, text), 'failed') !== 'failed') return;
    remove(key); // an older state left there would come back after a reload
    memory[key] = text;
  }

  function remove(key) {
    delete memory[key];
    attempt((storage) => storage.removeItem(PREFIX + key));
  }

  function keys() {
    const names = attempt((storage) => Object.keys(storage), []);
    return Object.keys(memory).concat(
      names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
  }

  function isUnsaved(record) {
    return Boolean(record) && Boolean(record.dirty || record.sending);
  }

  function isYoung(record) {
    return Date.now() - record.at < WEEK;
  }

  // The newest records stay, and for a week whatever is unsaved.
  function tidy() {
    keys().filter((key) => !read(key)).forEach(remove);
    keys().map((key) => ({ key: key, record: read(key) }))
      .sort((a, b) => b.record.at - a.record.at)
      .slice(KEPT)
      .filter((old) => !open[old.key] && !(isUnsaved(old.record) && isYoung(old.record)))
      .forEach((old) => remove(old.key));
  }

  // ---- talking to the server

  function newOperation() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  // Calls answered(status, body) once; status 0: no answer.
  function ask(method, url, body, answered) {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = Number(document.body.dataset.saveTimeoutMs) || 8000;
    request.setRequestHeader('Accept', 'application/json');
    if (body) request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    request.onloadend = () => answered(request.status, parse(request.responseText) || {});
    request.send(body);
    return request;
  }

  function encode(sending) {
    const body = new URLSearchParams({ op: sending.op, base: sending.base });
    Object.keys(sending.counts).forEach((type) => body.set(type, sending.counts[type]));
    if (sending.done) body.set('done', '1');
    if (sending.anyway) body.set('anyway', '1');
    return body.toString();
  }

  function takeLatest(record) {
    record.sending = {
      op: newOperation(), base: record.base, counts: Object.assign({}, record.counts),
      done: record.done, anyway: Boolean(record.anyway),
    };
    record.dirty = false;
    record.anyway = false;
  }

  // ---- one pile on its way: one request at a time, the latest state only
  //
  // told: saved(next page or null), failed(), stale(), refused(message), gone(url), elsewhere();
  // the last: another page of this phone has dealt with it.

  function openPile(key, told) {
    let request = null;
    let since = 0;
    let failures = 0;
    let pause = 0;
    let isHalted = false; // answered with a decision for people: nothing to repeat by itself

    function send() {
      const record = read(key);
      if (request || isHalted || !isUnsaved(record) || record.refused) return;
      clearTimeout(pause);
      if (!record.sending) {
        takeLatest(record);
        write(key, record);
      }
      since = Date.now();
      const mine = (request = ask('POST', record.url, encode(record.sending), (status, body) => {
        if (request === mine) answered(record.sending.op, status, body);
      }));
    }

    function answered(op, status, body) {
      request = null;
      const record = read(key);
      if (!record || !record.sending || record.sending.op !== op) {
        told.elsewhere();
        send();
      } else if (status === 200 && Number.isInteger(body.revision)) saved(record, body);
      else if (status === 409) takeBack(record, false, () => told.stale());
      else if (status === 422) takeBack(record, true, () => told.refused(body.message || ''));
      else if (status === 403) takeBack(record, false, () => told.gone(body.url));
      else if (status === 404 || status === 410) takeBack(record, true, () => told.gone(body.url));
      else failed();
    }

    function saved(record, body) {
      const isDone = record.sending.done && !record.dirty;
      failures = 0;
      record.base = body.revision;
      record.sending = null;
      if (!record.dirty) record.done = Boolean(body.done);
      write(key, record);
      told.saved(isDone ? body.next || null : null);
      send();
    }

    function takeBack(record, isFinal, tell) {
      isHalted = true;
      record.dirty = true;
      record.sending = null;
      record.refused = isFinal;
      write(key, record);
      tell();
    }

    function failed() {
      const first = Number(document.body.dataset.retryMs) || 1000;
      pause = setTimeout(send, Math.min(first * Math.pow(2, failures), LONGEST_PAUSE));
      failures += 1;
      told.failed();
    }

    // The way may be free again; a request that has been waiting on the old one for long is repeated.
    function kick(patience) {
      failures = 0;
      if (patience !== NEVER) isHalted = false;
      if (request && Date.now() - since >= patience) {
        const old = request;
        request = null;
        old.abort();
      }
      send();
    }

    function sendNew() {
      isHalted = false;
      send();
    }

    open[key] = { send: sendNew, kick: kick };
    return open[key];
  }

  // ---- piles that another page left unsaved

  function ignore() {}

  const UNATTENDED = {
    saved: ignore, failed: ignore, stale: ignore, refused: ignore, gone: ignore, elsewhere: ignore,
  };

  function sendLeftovers() {
    keys().forEach((key) => {
      const record = read(key);
      if (!open[key] && isUnsaved(record) && isYoung(record)) openPile(key, UNATTENDED).send();
    });
  }

  function pathOf(url) {
    return new URL(url || '', location.href).pathname;
  }

  // A plain form that saves a pile carries people's decision about it: what is kept here is settled.
  function settle(event) {
    if (event.target.id === 'pile') return;
    const path = pathOf(event.target.getAttribute('action'));
    keys().filter((key) => pathOf((read(key) || {}).url) === path).forEach(remove);
  }

  function kickAll(patience) {
    Object.keys(open).forEach((key) => open[key].kick(patience));
  }

  companion.piles = {
    prefix: PREFIX, read: read, write: write, isUnsaved: isUnsaved,
    open: openPile, ask: ask, newOperation: newOperation,
  };

  document.addEventListener('submit', settle);
  document.addEventListener('live:changed', () => kickAll(NEVER));
  document.addEventListener('live:on', () => kickAll(STALLED));
  document.addEventListener('visibilitychange', () => document.hidden || kickAll(STALLED));
  window.addEventListener('online', () => kickAll(STALLED));
  window.addEventListener('pageshow', (event) => event.persisted && kickAll(0));
  document.addEventListener('DOMContentLoaded', () => {
    tidy();
    sendLeftovers();
  });
})();
