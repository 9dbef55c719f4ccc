// Adds the printed numbers of the cards and shows the sum: the only place that adds in the browser.
//
// A state is what is declared: cards (as their keys call them), hand (which of them comes from the hand),
// deck (it is empty), all (of the table), none (no [T!] card is left). What gives a target is printed on
// its chip, what the page says by itself in data-forms.
(function () {
  'use strict';

  const companion = (window.companion = window.companion || {});
  const form = document.getElementById('sum');
  if (!form || companion.sumView) return;

  const forms = JSON.parse(form.dataset.forms);
  const keys = Array.from(form.querySelectorAll('.card-key'));
  const chips = Array.from(form.querySelectorAll('.target-chip'));
  const listed = new Map(); // list -> what it shows
  const LEAST_CARDS = 2;

  // ---- adding, and the targets that a sum meets

  function keyOf(card) {
    return keys.find((key) => key.value === card);
  }

  function valueOf(card) {
    return Number(keyOf(card).dataset.value);
  }

  function add(cards) {
    return cards.reduce((sum, card) => sum + valueOf(card), 0);
  }

  function gives(chip, isEmpty) {
    return isEmpty ? chip.dataset.empty : chip.dataset.full;
  }

  function possible(isEmpty) {
    return chips.filter((chip) => gives(chip, isEmpty) !== 'nothing');
  }

  // The chip that lights up, or null.
  function meet(cards, isEmpty) {
    const total = add(cards);
    const met = possible(isEmpty).filter((chip) => Number(chip.value) === total);
    return cards.length >= LEAST_CARDS && met.length ? met[0] : null;
  }

  function most(someChips) {
    return Math.max.apply(null, someChips.map((chip) => Number(chip.value)));
  }

  function over(cards, isEmpty) {
    const all = possible(isEmpty), total = add(cards);
    if (total <= most(all)) return 0;
    // With the deck empty it is counted from the one target that everybody sees.
    const seen = isEmpty ? all.filter((chip) => gives(chip, true) === 'deck') : all;
    return total - most(seen);
  }

  // ---- words

  function fill(text, values) {
    return Object.keys(values).reduce((said, name) => said.replace('%(' + name + ')s', values[name]), text);
  }

  function spokenLines(state) {
    const others = state.cards.slice();
    const spoken = others.splice(state.hand, 1).concat(others);
    return spoken.map((card, place) => {
      const sum = add(spoken.slice(0, place + 1));
      return place ? fill(forms.step, { b: valueOf(card), sum: sum }) : String(valueOf(card));
    });
  }

  function nameOf(card) {
    const isRed = keyOf(card).classList.contains('is-red');
    return isRed ? fill(forms.red, { number: valueOf(card) }) : String(valueOf(card));
  }

  // ---- showing

  // isWrong: the server has found that the sum is none, though its number is a target.
  function show(state, isWrong) {
    const lit = isWrong ? null : meet(state.cards, state.deck);
    showHero(state, lit);
    const spoken = spokenLines(state);
    showList('[data-spoken]', spoken.join('/'), spoken.map(spokenLine));
    const used = state.cards.map((card, place) => usedCard(card, place, place === state.hand));
    showList('[data-used]', state.cards.join('/') + '/' + state.hand, used);
    form.querySelector('[data-clear]').hidden = !state.cards.length;
    chips.forEach((chip) => {
      chip.className = 'target-chip is-' + gives(chip, state.deck) + (chip === lit ? ' is-lit' : '');
    });
    form.querySelectorAll('.switch').forEach((one) => {
      one.setAttribute('aria-pressed', String(state[one.value]));
    });
  }

  function showHero(state, lit) {
    const hero = document.getElementById('sum-card');
    const total = String(add(state.cards));
    const isBlue = lit && state.deck && gives(lit, true) === 'deck';
    hero.className = 'black-card ' + (lit ? 'is-lit' + (isBlue ? ' is-blue' : '') : 'is-hollow');
    hero.dataset.digits = total.length;
    setText(hero.querySelector('[data-total]'), total);
    form.querySelector('[data-joker]').hidden = !(lit && gives(lit, state.deck) === 'joker');
    const tooMuch = over(state.cards, state.deck);
    form.querySelector('[data-over]').hidden = !tooMuch;
    setText(form.querySelector('[data-over]'), tooMuch ? fill(forms.over, { number: tooMuch }) : '');
  }

  // An unchanged text is left alone: some screen readers would read it again.
  function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  // An unchanged list is left alone: a finger may be on it.
  function showList(selector, says, items) {
    const list = form.querySelector(selector);
    if (listed.get(list) === says) return;
    listed.set(list, says);
    const place = Array.from(list.children).findIndex((item) => item.contains(document.activeElement));
    list.textContent = '';
    items.forEach((item) => list.appendChild(item));
    const next = place >= 0 && list.children[Math.min(place, items.length - 1)];
    if (next && next.querySelector('button')) next.querySelector('button').focus();
  }

  function spokenLine(text) {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }

  function usedCard(card, place, isHand) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.className = 'used-card' + (keyOf(card).classList.contains('is-red') ? ' is-red' : '');
    button.name = 'drop';
    button.value = place;
    button.textContent = valueOf(card);
    button.setAttribute('aria-label', fill(isHand ? forms['drop-hand'] : forms.drop, { card: nameOf(card) }));
    if (isHand) button.appendChild(document.getElementById('hand-mark').content.cloneNode(true));
    item.appendChild(button);
    return item;
  }

  companion.sumView = {
    form: form, forms: forms, show: show, add: add, over: over,
    meet: (cards, isEmpty) => Number((meet(cards, isEmpty) || { value: 0 }).value),
  };
})();
