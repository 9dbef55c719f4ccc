// The page on which one pile is counted: a tap is shown at once, kept on the phone, and sent.
//
// Points and limits come from the form's own fields; how a count is kept and sent is in pile.js.
(function () {
  'use strict';

  const companion = window.companion || {};
  const form = document.getElementById('pile');
  if (!form || !companion.piles || companion.count) return;

  const piles = companion.piles;
  const key = form.dataset.key;
  const url = form.getAttribute('action');
  const fields = Array.from(form.querySelectorAll('input[data-points]'));
  const TAPS_KEPT = 99;
  const TAPS_SHOWN = 8;
  const FRESH = Number(document.body.dataset.freshMs) || 2000;
  const NOTICE = Number(document.body.dataset.unsavedMs) || 2000;

  let record = null;
  let hasFailed = false;
  let noticeTimer = 0;
  let isLeaving = false;
  let isRefreshWanted = false;
  let refreshing = null;

  // ---- the numbers

  function sum(counts, weigh) {
    return fields.reduce((total, field) => total + counts[field.name] * weigh(field), 0);
  }

  function points(counts) {
    return sum(counts, (field) => Number(field.dataset.points));
  }

  function cards(counts) {
    return sum(counts, () => 1);
  }

  function most(type) {
    return Number(fields.find((field) => field.name === type).dataset.most);
  }

  function pointsOf(type) {
    return Number(fields.find((field) => field.name === type).dataset.points);
  }

  // The numbers the server wrote into the page: its outputs, since a browser may restore fields.
  function printed(field) {
    const output = form.querySelector('output[data-count="' + field.name + '"]');
    return parseInt(output ? output.textContent : field.defaultValue, 10) || 0;
  }

  function printedRecord() {
    const counts = {};
    fields.forEach((field) => { counts[field.name] = printed(field); });
    return {
      url: url, counts: counts, done: form.dataset.done === '1', taps: [],
      base: Number(form.dataset.revision) || 0, dirty: false, sending: null, refused: false, at: Date.now(),
    };
  }

  // What is kept counts if it is unsaved, or not older than the page.
  function firstRecord() {
    const page = printedRecord();
    const kept = piles.read(key);
    if (!kept || !hasAllTypes(kept)) return page;
    if (!piles.isUnsaved(kept) && kept.base < page.base) return page;
    isRefreshWanted = kept.base > page.base;
    return Object.assign(kept, { url: url, refused: false });
  }

  function hasAllTypes(kept) {
    return fields.every((field) => Number.isInteger(kept.counts[field.name]));
  }

  function latest() {
    const kept = piles.read(key);
    return kept && hasAllTypes(kept) ? kept : record;
  }

  // ---- changing them

  function keep() {
    record.at = Date.now();
    piles.write(key, record);
  }

  function change(edit) {
    if (isLeaving) return;
    record = latest();
    edit(record);
    record.dirty = true;
    record.refused = false;
    keep();
    say('');
    pile.send();
    paint();
  }

  function tap(type) {
    record = latest();
    if (record.counts[type] >= most(type)) {
      say(form.getAttribute('data-text-full-' + type));
      return;
    }
    if (navigator.vibrate) navigator.vibrate(10);
    change((it) => {
      it.counts[type] += 1;
      it.taps = it.taps.concat(type).slice(-TAPS_KEPT);
      it.done = false;
    });
  }

  function takeBackLast() {
    record = latest();
    if (!record.taps.length) return;
    change((it) => {
      const type = it.taps.pop();
      it.counts[type] = Math.max(0, it.counts[type] - 1);
      it.done = false;
    });
  }

  function setCounts(counts) {
    change((it) => {
      Object.assign(it.counts, counts);
      it.taps = [];
      it.done = false;
    });
  }

  function finish(anyway) {
    record = latest();
    const isUnderWay = record.sending && record.sending.done && !record.dirty && !anyway;
    if (isUnderWay) pile.kick(false);
    else change((it) => { it.done = true; it.anyway = anyway; });
  }

  // ---- showing them

  function plural(texts, number) {
    const lang = document.documentElement.lang || 'en';
    const one = number === 1 ? 'one' : 'other';
    const category = window.Intl && Intl.PluralRules ? new Intl.PluralRules(lang).select(number) : one;
    return (texts[category] || texts.other || '').replace('%(num)s', number);
  }

  function setText(element, text) {
    if (element && element.textContent !== String(text)) element.textContent = text;
  }

  function doneText(counts) {
    const carrier = form.querySelector('[data-text-points]');
    if (!carrier) return '';
    return cards(counts) ? plural(JSON.parse(carrier.dataset.textPoints), points(counts)) : carrier.dataset.textNone;
  }

  function paintCards() {
    fields.forEach((field) => {
      const count = record.counts[field.name];
      const card = form.querySelector('[data-type="' + field.name + '"]');
      setText(form.querySelector('output[data-count="' + field.name + '"]'), count);
      if (!card) return;
      card.classList.toggle('is-full', count >= most(field.name));
      card.setAttribute('aria-disabled', String(count >= most(field.name)));
    });
  }

  function paint() {
    setText(form.querySelector('[data-points-sum]'), points(record.counts));
    if (form.dataset.textCards) {
      setText(form.querySelector('[data-cards-sum]'), plural(JSON.parse(form.dataset.textCards), cards(record.counts)));
    }
    setText(form.querySelector('[data-done-button]'), doneText(record.counts));
    paintCards();
    paintStrip();
    paintSaved();
  }

  function paintStrip() {
    const list = form.querySelector('[data-taps]');
    if (!list) return;
    const hadFocus = list.contains(document.activeElement);
    const taps = record.taps.slice(-TAPS_SHOWN);
    list.textContent = '';
    taps.forEach((type, i) => list.appendChild(stripItem(type, i === taps.length - 1)));
    if (hadFocus && list.lastChild) list.lastChild.firstChild.focus();
    const start = form.querySelector('[data-start-button]');
    if (start) start.hidden = cards(record.counts) > 0 || !form.dataset.start;
  }

  function stripItem(type, isNewest) {
    const item = document.createElement('li');
    const shown = document.createElement(isNewest ? 'button' : 'span');
    shown.className = 'tap tap-' + type + (isNewest ? ' is-newest' : '');
    shown.textContent = '+' + pointsOf(type);
    if (isNewest) {
      shown.type = 'button';
      shown.setAttribute('data-take-back', '');
      const label = form.getAttribute('data-text-remove-' + type);
      if (label) shown.setAttribute('aria-label', label);
    }
    item.appendChild(shown);
    return item;
  }

  function say(text) {
    const note = document.getElementById('full-note');
    if (!note) return;
    setText(note, text || '');
    note.hidden = !text;
  }

  // ---- saved or not: said at once when sending has failed, else only when it takes long

  function paintSaved() {
    const isUnsaved = piles.isUnsaved(record);
    if (isUnsaved) form.setAttribute('data-unsaved', '');
    else form.removeAttribute('data-unsaved');
    if (!isUnsaved) {
      clearTimeout(noticeTimer);
      noticeTimer = 0;
      hasFailed = false;
      showNotSaved(false);
    } else if (hasFailed) showNotSaved(true);
    else if (!noticeTimer) noticeTimer = setTimeout(() => showNotSaved(true), NOTICE);
  }

  function showNotSaved(isShown) {
    const note = document.getElementById('not-saved');
    const card = document.getElementById('pile-card');
    if (note) note.hidden = !isShown;
    if (card) card.classList.toggle('is-hollow', isShown);
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
      paintSaved();
    },
    stale: askWhichIsRight,
    refused(message) {
      hasFailed = true;
      seeLatest();
      say(message);
    },
    gone(where) {
      if (where) leave(where);
    },
    elsewhere: seeLatest,
  };

  function seeLatest() {
    record = latest();
    paint();
  }

  // Both versions are shown by a page of the server's: the form goes there as a plain one.
  function askWhichIsRight() {
    record = latest();
    isLeaving = true;
    fillFields();
    addField('ask');
    HTMLFormElement.prototype.submit.call(form);
  }

  function fillFields() {
    fields.forEach((field) => { field.value = record.counts[field.name]; });
    form.elements.base.value = record.base;
    form.elements.op.value = piles.newOperation();
    if (record.done) addField('done');
  }

  function addField(name) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = '1';
    field.setAttribute('data-added', '');
    form.appendChild(field);
  }

  // ---- what others changed meanwhile

  function refreshIfWanted() {
    if (!isRefreshWanted || refreshing || piles.isUnsaved(record)) return;
    isRefreshWanted = false;
    refreshing = piles.ask('GET', url, null, (status, body) => {
      refreshing = null;
      if (status === 200) adopt(body);
      else if (body.url) leave(body.url);
      refreshIfWanted();
    });
  }

  function adopt(theirs) {
    record = latest();
    if (piles.isUnsaved(record) || !(theirs.revision > record.base)) return;
    const before = Object.assign({}, record.counts);
    Object.assign(record, { counts: theirs.counts, base: theirs.revision, done: theirs.done, taps: [] });
    keep();
    paint();
    form.dispatchEvent(new CustomEvent('pile:replaced'));
    fields.filter((field) => before[field.name] !== record.counts[field.name]).forEach(markFresh);
  }

  function markFresh(field) {
    const card = form.querySelector('[data-type="' + field.name + '"]');
    if (!card) return;
    card.classList.add('is-fresh');
    setTimeout(() => card.classList.remove('is-fresh'), FRESH);
  }

  function comeBack() {
    isLeaving = false;
    Array.from(form.querySelectorAll('[data-added]')).forEach((field) => field.remove());
    isRefreshWanted = true;
    seeLatest();
    refreshIfWanted();
  }

  function changeElsewhere(event) {
    if (event.key !== piles.prefix + key) return;
    seeLatest();
  }

  // ---- what is touched

  form.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    const act = actionOf(button);
    if (!act) return;
    event.preventDefault();
    act();
  });

  function actionOf(button) {
    if (button.name === 'add') return () => tap(button.value);
    if (button.name === 'done') return () => finish(false);
    if (button.name === 'anyway') return () => finish(true);
    if (button.hasAttribute('data-take-back')) return takeBackLast;
    if (button.hasAttribute('data-start-button')) return () => setCounts(JSON.parse(form.dataset.start));
    return null;
  }

  const pile = piles.open(key, told);
  record = firstRecord();
  piles.write(key, record);
  paint();
  pile.send();
  refreshIfWanted();

  document.addEventListener('live:changed', () => {
    isRefreshWanted = true;
    refreshIfWanted();
  });
  document.addEventListener('visibilitychange', () => document.hidden || seeLatest());
  window.addEventListener('pageshow', (event) => event.persisted && comeBack());
  window.addEventListener('storage', changeElsewhere);

  companion.count = {
    form: form, fields: fields, most: most, setCounts: setCounts, finish: finish, say: say,
    counts: () => record.counts, doneText: doneText,
  };
})();
