import { onceParsed } from './page';
import { yieldToMain } from './yield-to-main';

// Entry of the visitor's document, the only page of its zone. The federation runtime, React, react-dom and the shell each run
// in a task of their own.
onceParsed(async () => {
  await yieldToMain();
  await import(/* webpackMode: "eager" */ 'react');
  await yieldToMain();
  await import(/* webpackMode: "eager", webpackExports: ["createRoot"] */ 'react-dom/client');
  await yieldToMain();
  const { startOnePage } = await import(/* webpackMode: "eager" */ './start-one-page');
  await yieldToMain();
  startOnePage();
});
