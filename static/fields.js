// What HTML cannot do for a field: a number that is tapped is there to be replaced, and what is unfolded
// to be typed into is ready for it.
(function () {
  'use strict';

  document.addEventListener('focusin', (event) => {
    if (event.target.matches('input[inputmode="numeric"]')) event.target.select();
  });

  document.addEventListener('toggle', (event) => {
    const field = event.target.open && event.target.querySelector('input[type="text"]');
    if (field) field.focus();
  }, true);
})();
