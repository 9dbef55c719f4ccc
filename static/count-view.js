// Shows the numbers of one pile on the page on which it is counted: sum, cards, strip, "not saved yet".
//
// Points and limits are those printed on the form's own fields.
(function () {
  'use strict';

  const companion = (window.companion = window.companion || {});
  const form = document.getElementById('pile');
  if (!form || companion.countView) return;

  const fields = Array.from(form.querySelectorAll('input[data-points]'));
  const names = fields.map((field) => field.name);
  const TAPS_SHOWN = 8;
  const FRESH = Number(document.body.dataset.freshMs) || 2000;
  const PATIENCE = Number(document.body.dataset.unsavedMs) || 2000;

  let waiting = 0;

  // ---- sums and words

  function printed(name, what) {
    return Number(fields[names.indexOf(name)].dataset[what]);
  }

  function most(name) {
    return printed(name, 'most');
  }

  function cards(counts) {
    return names.reduce((sum, name) => sum + counts[name], 0);
  }

  function points(counts) {
    return names.reduce((sum, name) => sum + counts[name] * printed(name, 'points'), 0);
  }

  // texts: JSON, one a plural category of the page's language
  function plural(texts, number) {
    const all = JSON.parse(texts);
    const simple = number === 1 ? 'one' : 'other';
    const category = window.Intl && Intl.PluralRules
      ? new Intl.PluralRules(document.documentElement.lang || 'en').select(number) : simple;
    return (all[category] || all.other).replace('%(num)s', number);
  }

  function doneText(counts) {
    const carrier = form.querySelector('[data-text-points]');
    if (!carrier) return '';
    return cards(counts) ? plural(carrier.dataset.textPoints, points(counts)) : carrier.dataset.textNone;
  }

  // ---- painting

  // An unchanged text is left alone: some screen readers would read it again.
  function setText(element, text) {
    if (element && element.textContent !== String(text)) element.textContent = text;
  }

  function output(name) {
    return form.querySelector('output[data-count="' + name + '"]');
  }

  function card(name) {
    return form.querySelector('[data-type="' + name + '"]');
  }

  // The size of the numeral depends on how many digits it has.
  function setHero(selector, number) {
    const numeral = form.querySelector(selector);
    if (!numeral) return;
    setText(numeral, number);
    numeral.parentElement.dataset.digits = String(number).length;
  }

  function paint(record) {
    setHero('[data-points-sum]', points(record.counts));
    if (form.dataset.textCards) {
      setText(form.querySelector('[data-cards-sum]'), plural(form.dataset.textCards, cards(record.counts)));
    }
    const done = form.querySelector('[data-done-button]');
    setText(done, doneText(record.counts));
    done.classList.toggle('main', cards(record.counts) > 0);
    done.classList.toggle('second', cards(record.counts) === 0);
    names.forEach((name) => paintCard(name, record.counts[name]));
    paintStrip(record.taps);
    const start = form.querySelector('[data-start-button]');
    if (start) start.hidden = cards(record.counts) > 0 || !form.dataset.start;
  }

  function paintCard(name, count) {
    setText(output(name), count);
    if (card(name)) card(name).classList.toggle('is-full', count >= most(name));
  }

  function paintStrip(taps) {
    const list = form.querySelector('[data-taps]');
    if (!list) return;
    const hadFocus = list.contains(document.activeElement);
    const shown = taps.slice(-TAPS_SHOWN);
    list.textContent = '';
    shown.forEach((name, i) => list.appendChild(stripItem(name, i === shown.length - 1)));
    while (list.childNodes.length > 1 && leftOf(list.firstChild) < leftOf(list)) list.removeChild(list.firstChild);
    if (hadFocus && list.lastChild) list.lastChild.firstChild.focus();
  }

  function leftOf(element) {
    return element.getBoundingClientRect().left;
  }

  // Only the newest can be taken back, so only that one is a button.
  function stripItem(name, isNewest) {
    const item = document.createElement('li');
    const tap = document.createElement(isNewest ? 'button' : 'span');
    tap.className = 'tap tap-' + name + (isNewest ? ' is-newest' : '');
    tap.textContent = '+' + printed(name, 'points');
    if (isNewest) {
      tap.type = 'button';
      tap.setAttribute('data-take-back', '');
      tap.setAttribute('aria-label', form.getAttribute('data-text-remove-' + name) || tap.textContent);
    }
    item.appendChild(tap);
    return item;
  }

  function markFresh(name) {
    if (!card(name)) return;
    card(name).classList.add('is-fresh');
    setTimeout(() => card(name).classList.remove('is-fresh'), FRESH);
  }

  function say(text) {
    const note = document.getElementById('full-note');
    if (!note) return;
    setText(note, text || '');
    note.hidden = !text;
  }

  function sayFull(name) {
    say(form.getAttribute('data-text-full-' + name));
  }

  // ---- saved or not: said at once where sending has failed, else only when it takes long

  function paintSaved(isUnsaved, hasFailed) {
    if (isUnsaved) form.setAttribute('data-unsaved', '');
    else form.removeAttribute('data-unsaved');
    if (isUnsaved && !hasFailed && !waiting) waiting = setTimeout(() => showUnsaved(true), PATIENCE);
    if (!isUnsaved) {
      clearTimeout(waiting);
      waiting = 0;
    }
    if (hasFailed || !isUnsaved) showUnsaved(isUnsaved);
  }

  function showUnsaved(isShown) {
    const note = document.getElementById('not-saved');
    const hero = document.getElementById('pile-card');
    if (note) note.hidden = !isShown;
    if (hero) hero.classList.toggle('is-hollow', isShown);
  }

  // An output speaks by itself: the sum is enough.
  names.map(output).forEach((one) => one && one.setAttribute('aria-live', 'off'));

  companion.countView = {
    form: form, fields: fields, names: names, output: output, most: most, doneText: doneText, setHero: setHero,
    paint: paint, paintSaved: paintSaved, markFresh: markFresh, say: say, sayFull: sayFull,
  };
})();
