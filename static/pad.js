// The digit pad: five numbers are said aloud, one person types them, the pad moves on by itself.
(function () {
  'use strict';

  const count = (window.companion || {}).count;
  const digits = count && count.form.querySelector('[data-digits]');
  if (!digits) return;

  const form = count.form;
  const inputs = count.fields;
  const next = digits.querySelector('[data-next]');
  const nextText = next.textContent;
  const question = document.querySelector('[data-text-plain]');
  const typed = form.querySelector('[data-typed]');

  let texts = {};
  let at = 0;
  let isNew = true; // nothing typed since the pad came to this field: a digit replaces what is there
  let hasJumped = false; // the pad came here by itself: "back" means the field before

  function show() {
    const counts = count.counts();
    const isUntouched = !form.dataset.touched && inputs.every((input) => counts[input.name] === 0);
    texts = {};
    inputs.forEach((input) => { texts[input.name] = isUntouched ? '' : String(counts[input.name]); });
    paint();
  }

  function here() {
    return inputs[at].name;
  }

  function isLast() {
    return at === inputs.length - 1;
  }

  function numbers() {
    const counts = {};
    inputs.forEach((input) => { counts[input.name] = Number(texts[input.name]) || 0; });
    return counts;
  }

  function paint() {
    inputs.forEach((input, i) => {
      const box = input.closest('[data-field]') || input;
      input.value = texts[input.name];
      box.classList.toggle('is-current', i === at);
      if (i === at) input.setAttribute('aria-current', 'step');
      else input.removeAttribute('aria-current');
    });
    typed.textContent = texts[here()];
    if (question) question.textContent = question.getAttribute('data-text-' + here());
    next.textContent = isLast() ? count.doneText(numbers()) : nextText;
  }

  function isFull(text) {
    return text === '0' || Number(text) * 10 > count.most(here());
  }

  function type(digit) {
    const text = isNew || texts[here()] === '0' ? digit : texts[here()] + digit;
    if (Number(text) > count.most(here())) {
      count.say(form.getAttribute('data-text-full-' + here()));
      return;
    }
    count.say('');
    if (navigator.vibrate) navigator.vibrate(10);
    texts[here()] = text;
    isNew = false;
    if (isFull(text) && !isLast()) move();
    else paint();
  }

  function commit() {
    if (texts[here()] === '') texts[here()] = '0';
    const before = count.counts();
    const now = numbers();
    if (inputs.some((input) => before[input.name] !== now[input.name])) count.setCounts(now);
  }

  function move() {
    commit();
    goTo(at + 1, true);
  }

  function goTo(place, byItself) {
    at = place;
    isNew = true;
    hasJumped = byItself;
    paint();
  }

  function goOn() {
    if (!isLast()) {
      move();
      return;
    }
    commit();
    count.finish(false);
  }

  function back() {
    if ((texts[here()] === '' || (isNew && hasJumped)) && at > 0) goTo(at - 1, false);
    texts[here()] = texts[here()].slice(0, -1);
    isNew = false;
    hasJumped = false;
    paint();
  }

  digits.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    if (button === next) goOn();
    else if (button.hasAttribute('data-back')) back();
    else type(button.dataset.digit);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    goOn();
  });

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^[0-9]$/.test(event.key)) type(event.key);
    else if (event.key === 'Backspace') back();
  });

  form.addEventListener('pile:replaced', show);

  inputs.forEach((input, i) => {
    input.readOnly = true;
    input.addEventListener('click', () => {
      commit();
      goTo(i, false);
    });
  });
  const plainDone = form.querySelector('[data-done-button]');
  if (plainDone) plainDone.hidden = true;
  digits.hidden = false;
  show();
})();
