// The digit pad: five numbers are said aloud, one person types them, the pad moves on by itself.
(function () {
  'use strict';

  const view = (window.companion || {}).countView;
  const count = (window.companion || {}).count;
  const digits = count && view.form.querySelector('.digits[data-digits]');
  if (!digits) return;

  const form = view.form;
  const inputs = view.fields;
  const next = digits.querySelector('[data-next]');
  const nextText = next.textContent;
  const noneText = next.dataset.textZero || nextText;
  // A tap meant for the field before, which the pad has just left by itself, must not say "none" to this one.
  const REST_MS = Number(document.body.dataset.restMs || 600);
  const question = document.querySelector('[data-text-plain]');

  const texts = {};
  let at = 0;
  let isNew = true; // nothing typed since the pad came to this field: a digit replaces what is there
  let hasJumped = false; // the pad came here by itself: "back" means the field before
  let jumpedAt = 0; // when a digit was the last that fits, and the pad moved on

  function here() {
    return view.names[at];
  }

  function isLast() {
    return at === inputs.length - 1;
  }

  function numbers() {
    const counts = {};
    view.names.forEach((name) => { counts[name] = Number(texts[name]); });
    return counts;
  }

  // ---- showing

  function show() {
    const counts = count.counts();
    const isUntouched = !form.dataset.touched && view.names.every((name) => counts[name] === 0);
    view.names.forEach((name) => { texts[name] = isUntouched ? '' : String(counts[name]); });
    paint();
  }

  function paint() {
    inputs.forEach(paintField);
    view.setHero('[data-typed]', texts[here()] || '0');
    if (question) question.textContent = question.getAttribute('data-text-' + here());
    next.textContent = isLast() ? view.doneText(numbers()) : texts[here()] ? nextText : noneText;
  }

  function paintField(input, i) {
    input.value = texts[input.name];
    (input.closest('[data-field]') || input).classList.toggle('is-current', i === at);
    if (i === at) input.setAttribute('aria-current', 'step');
    else input.removeAttribute('aria-current');
  }

  // ---- typing

  function type(digit) {
    const text = isNew || texts[here()] === '0' ? digit : texts[here()] + digit;
    if (Number(text) > view.most(here())) {
      view.sayFull(here());
      return;
    }
    view.say('');
    if (navigator.vibrate) navigator.vibrate(10);
    texts[here()] = text;
    isNew = false;
    if (takesNoMore(text) && !isLast()) {
      move();
      jumpedAt = Date.now();
    } else paint();
  }

  function takesNoMore(text) {
    return text === '0' || Number(text) * 10 > view.most(here());
  }

  function back() {
    if (at > 0 && (texts[here()] === '' || (isNew && hasJumped))) goTo(at - 1, false);
    texts[here()] = texts[here()].slice(0, -1);
    isNew = false;
    hasJumped = false;
    view.say('');
    paint();
  }

  // ---- moving

  // A number is kept and sent when the pad leaves its field; an empty one means none.
  function commit() {
    texts[here()] = texts[here()] || '0';
    const before = count.counts();
    const now = numbers();
    if (view.names.some((name) => before[name] !== now[name])) count.setCounts(now);
  }

  function goTo(place, byItself) {
    at = place;
    isNew = true;
    hasJumped = byItself;
    paint();
  }

  function move() {
    commit();
    goTo(at + 1, true);
  }

  function goOn() {
    if (isNew && Date.now() - jumpedAt < REST_MS) return;
    if (!isLast()) {
      move();
      return;
    }
    commit();
    paint();
    count.finish(false);
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
    input.readOnly = true; // the phone's own keyboard stays away
    input.addEventListener('click', () => {
      if (texts[here()]) commit();
      goTo(i, false);
    });
  });

  const plainDone = form.querySelector('[data-done-button]');
  if (plainDone) (plainDone.closest('.pad-plain') || plainDone).hidden = true;
  digits.hidden = false;
  show();
})();
