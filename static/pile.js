// Keeps what was counted on this phone until the server has it, on every page of a table.
//
// One record a pile, in the phone's storage (in memory where there is none):
//   url            where it is saved
//   counts, done   what this phone shows
//   taps           the cards tapped since the numbers last came from elsewhere, oldest first
//   base           revision of the pile that the counts build on
//   dirty          the counts are newer than what was last sent
//   sending        the body under way, or one whose answer got lost: resent unchanged until answered
//   refused        the server will never take it (the hand is over); kept for a while all the same
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
  const GONE = [403, 404, 410];

  const memory = {};
  const open = {};

  // ---- the phone's storage, which may be missing, full or forbidden

  function storage() {
    try {
      return window.localStorage;
    } catch (error) {
      return null;
    }
  }

  function isCounts(counts) {
    return Boolean(counts) && Object.keys(counts).every((type) => Number.isInteger(counts[type]));
  }

  function isRecord(record) {
    return Boolean(record) && isCounts(record.counts) && Number.isInteger(record.base) &&
      Array.isArray(record.taps) && typeof record.url === 'string' &&
      (!record.sending || isCounts(record.sending.counts));
  }

  function readStored(key) {
    try {
      const record = JSON.parse(storage().getItem(PREFIX + key));
      return isRecord(record) ? record : null;
    } catch (error) {
      return null;
    }
  }

  function read(key) {
    return memory[key] ? JSON.parse(memory[key]) : readStored(key);
  }

  function write(key, record) {
    const text = JSON.stringify(record);
    try {
      storage().setItem(PREFIX + key, text);
      delete memory[key];
    } catch (error) {
      memory[key] = text;
      forget(PREFIX + key); // an older state left there would come back after a reload
    }
  }

  function forget(name) {
    try {
      storage().removeItem(name);
    } catch (error) {
      // nothing is kept where nothing can be removed
    }
  }

  function remove(key) {
    delete memory[key];
    forget(PREFIX + key);
  }

  function keys() {
    const found = Object.keys(memory);
    try {
      for (let i = 0; i < storage().length; i += 1) {
        const name = storage().key(i);
        if (name.startsWith(PREFIX)) found.push(name.slice(PREFIX.length));
      }
    } catch (error) {
      // what is in memory is all there is
    }
    return found;
  }

  function isUnsaved(record) {
    return Boolean(record) && (record.dirty || Boolean(record.sending));
  }

  function isYoung(record) {
    return Date.now() - record.at < WEEK;
  }

  // Drops what is neither new nor needed: the newest records stay, and what is unsaved for a week.
  function tidy() {
    keys().filter((key) => !read(key)).forEach(remove);
    keys().map((key) => ({ key: key, record: read(key) }))
      .sort((a, b) => b.record.at - a.record.at)
      .slice(KEPT)
      .filter((kept) => !open[kept.key] && !(isUnsaved(kept.record) && isYoung(kept.record)))
      .forEach((kept) => remove(kept.key));
  }

  // ---- talking to the server

  function newOperation() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  function parse(text) {
    try {
      return JSON.parse(text) || {};
    } catch (error) {
      return {};
    }
  }

  // Calls answered(status, body) exactly once; status 0: no answer.
  function ask(method, url, body, answered) {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = Number(document.body.dataset.saveTimeoutMs) || 8000;
    request.setRequestHeader('Accept', 'application/json');
    if (body) request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    request.onloadend = () => answered(request.status, parse(request.responseText));
    request.send(body);
    return request;
  }

  function encode(sending) {
    const body = new URLSearchParams();
    body.set('op', sending.op);
    body.set('base', sending.base);
    Object.keys(sending.counts).forEach((type) => body.set(type, sending.counts[type]));
    if (sending.done) body.set('done', '1');
    if (sending.anyway) body.set('anyway', '1');
    return body.toString();
  }

  function takeLatest(record) {
    record.sending = {
      op: newOperation(),
      base: record.base,
      counts: Object.assign({}, record.counts),
      done: record.done,
      anyway: Boolean(record.anyway),
    };
    record.dirty = false;
    record.anyway = false;
  }

  // ---- one pile on its way: one request at a time, the latest state only

  // told: saved(next), failed(), stale(), refused(message), gone(url), elsewhere()
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
      const op = record.sending.op;
      since = Date.now();
      const mine = (request = ask('POST', record.url, encode(record.sending), (status, body) => {
        if (request === mine) answered(op, status, body);
      }));
    }

    function answered(op, status, body) {
      request = null;
      const record = read(key);
      if (!record || !record.sending || record.sending.op !== op) {
        told.elsewhere();
        send();
      } else if (status === 200 && Number.isInteger(body.revision)) saved(record, body);
      else if (status === 409) stale(record);
      else if (status === 422) refused(record, body);
      else if (GONE.indexOf(status) >= 0) gone(record, status, body);
      else failed();
    }

    function saved(record, body) {
      const isDone = record.sending.done && !record.dirty;
      failures = 0;
      record.base = body.revision;
      record.sending = null;
      if (!record.dirty) record.done = Boolean(body.done);
      write(key, record);
      told.saved(isDone ? body.next : null);
      send();
    }

    function takeBack(record, isFinal) {
      isHalted = true;
      record.dirty = true;
      record.sending = null;
      record.refused = isFinal;
      write(key, record);
    }

    function stale(record) {
      takeBack(record, false);
      told.stale();
    }

    function refused(record, body) {
      takeBack(record, true);
      told.refused(body.message || '');
    }

    function gone(record, status, body) {
      takeBack(record, status !== 403); // a phone can be let in again
      told.gone(body.url);
    }

    function failed() {
      pause = setTimeout(send, nextPause());
      failures += 1;
      told.failed();
    }

    function nextPause() {
      const first = Number(document.body.dataset.retryMs) || 1000;
      return Math.min(first * Math.pow(2, failures), LONGEST_PAUSE);
    }

    // The way may be free again. A request that has waited on the old way is repeated on the new one.
    function kick(wasAway) {
      failures = 0;
      isHalted = isHalted && !wasAway;
      if (request && wasAway && Date.now() - since > STALLED) {
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

  const BACKGROUND = {
    saved() {}, failed() {}, refused() {}, gone() {}, elsewhere() {}, stale() {},
  };

  function sendLeftovers() {
    keys().forEach((key) => {
      const record = read(key);
      if (open[key] || !isUnsaved(record) || record.refused || !isYoung(record)) return;
      openPile(key, BACKGROUND).send();
    });
  }

  // A plain form that saves a pile carries the decision about it: what is kept here is settled.
  function settle(event) {
    if (event.target.id === 'pile') return;
    const path = pathOf(event.target.getAttribute('action') || '');
    keys().filter((key) => pathOf((read(key) || { url: '' }).url) === path).forEach(remove);
  }

  function pathOf(url) {
    return new URL(url, location.href).pathname;
  }

  function kickAll(wasAway) {
    Object.keys(open).forEach((key) => open[key].kick(wasAway));
  }

  companion.piles = {
    ask: ask, read: read, write: write, remove: remove, open: openPile,
    isUnsaved: isUnsaved, newOperation: newOperation, prefix: PREFIX,
  };

  document.addEventListener('submit', settle);
  document.addEventListener('live:changed', () => kickAll(false));
  document.addEventListener('live:on', () => kickAll(true));
  document.addEventListener('visibilitychange', () => document.hidden || kickAll(true));
  window.addEventListener('online', () => kickAll(true));
  window.addEventListener('pageshow', (event) => event.persisted && kickAll(true));
  document.addEventListener('DOMContentLoaded', () => {
    tidy();
    sendLeftovers();
  });
})();
