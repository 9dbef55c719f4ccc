// Keeps what was counted on this phone until the server has it.
//
// One record a pile, in the phone's storage (in memory where there is none):
//   url, also      where it is saved, and what else the form says
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

  function latestOf(record) {
    return {
      op: newOperation(), base: record.base, counts: Object.assign({}, record.counts), also: record.also || {},
      done: record.done, anyway: Boolean(record.anyway),
    };
  }

  function fieldsOf(sending) {
    const marks = {};
    if (sending.done) marks.done = '1';
    if (sending.anyway) marks.anyway = '1';
    return Object.assign({ op: sending.op, base: sending.base }, sending.counts, sending.also, marks);
  }

  // Leaves for the server's page that shows both versions of a pile and asks which one is right.
  function askWhichIsRight(record) {
    const fields = Object.assign(fieldsOf(latestOf(record)), { ask: '1' });
    const form = document.createElement('form');
    form.method = 'post';
    form.action = record.url;
    Object.keys(fields).forEach((name) => {
      const field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = fields[name];
      form.appendChild(field);
    });
    document.body.appendChild(form);
    HTMLFormElement.prototype.submit.call(form);
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
        record.sending = latestOf(record);
        record.dirty = false;
        record.anyway = false;
        write(key, record);
      }
      since = Date.now();
      const text = new URLSearchParams(fieldsOf(record.sending)).toString();
      const mine = (request = ask('POST', record.url, text, (status, body) => {
        if (request === mine) answered(record.sending.op, status, body);
      }));
    }

    function answered(op, status, body) {
      const record = read(key);
      request = null;
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

  function kickAll(patience) {
    Object.keys(open).forEach((key) => open[key].kick(patience));
  }

  companion.piles = {
    prefix: PREFIX, keys: keys, read: read, write: write, remove: remove, isUnsaved: isUnsaved,
    open: openPile, isOpen: (key) => Boolean(open[key]), ask: ask, askWhichIsRight: askWhichIsRight,
  };

  document.addEventListener('live:changed', () => kickAll(NEVER));
  document.addEventListener('live:on', () => kickAll(STALLED));
  document.addEventListener('visibilitychange', () => document.hidden || kickAll(STALLED));
  window.addEventListener('online', () => kickAll(STALLED));
  window.addEventListener('pageshow', (event) => event.persisted && kickAll(0));
})();
