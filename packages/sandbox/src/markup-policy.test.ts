import { findProblemInHead, findProblemInMarkup } from './markup-policy.js';

it.each([
  '<!--$--><main id="site"><p>A &lt; b<br>&amp</p><!-- --></main><!--/$-->',
  '<textarea><!-- <div id="shell"></textarea><script>if (a<b) "<!--"</script><style>a>b{}</style><noscript><p></noscript>',
  '<svg><title>Icon</title><style/><path d="M0 0"/><![CDATA[ <textarea> ]]></svg><select><option>1</select>',
  '<template><p id="shell"></p></template><p title=\'id="shell"\' data-id="page-data" id="shell-2"></p>',
])('CARD-5 accepts markup after which the document goes on: %s', (html) => {
  expect(findProblemInMarkup(html)).toBeNull();
});

it.each([
  ['<p>1</p><!-- ', 'its markup ends inside a comment or a tag'],
  ['<p title="1', 'its markup ends inside a comment or a tag'],
  ['<svg><![CDATA[ ', 'its markup ends inside a comment or a tag'],
  ['<svg><title><!-- </title></svg>', 'its markup ends inside a comment or a tag'],
  ['<textarea></p>', 'its markup ends inside <textarea>'],
  ['<TEMPLATE><p></p>', 'its markup ends inside <template>'],
  ['<template><template></template>', 'its markup ends inside <template>'],
  ['<select><option>1', 'its markup ends inside <select>'],
  ['<style>p{}', 'its markup ends inside <style>'],
  ['<script>"<!--<script></script>"', 'its markup ends inside <script>'],
  ['<plaintext></plaintext>', 'its markup ends inside <plaintext>'],
  ['<p ID=shell>', "it uses the id 'shell', which belongs to the host"],
  ['<p id="page&#45;data">', "it uses the id 'page-data', which belongs to the host"],
  [`<p ${Array.from({ length: 3000 }, (_, index) => `a${index}`).join(' ')}>`, 'its markup has a tag with over 100'],
])('CARD-5 names what takes the shell out of its document: %.40s', (html, problem) => {
  expect(findProblemInMarkup(html)).toContain(problem);
});

it('CARD-5 accepts 100 attributes of one tag, and refuses 101, also of an end tag', () => {
  const tag = (name: string, count: number) =>
    `<${name} ${Array.from({ length: count }, (_, i) => `a${i}`).join(' ')}>`;
  expect(findProblemInMarkup(tag('p', 100) + tag('/p', 100))).toBeNull();
  expect(findProblemInMarkup(tag('p', 101))).toContain('over 100 attributes');
  expect(findProblemInMarkup(`<p>${tag('/p', 101)}`)).toContain('over 100 attributes');
});

it.each([
  ['<title>1</title><!-- ', 'its head ends inside a comment or a tag'],
  ['<title>1', 'its head ends inside <title>'],
  ['<link id="composition">', "it uses the id 'composition', which belongs to the host"],
  ['<script>1</script>', 'it puts a script into the head'],
])('CARD-5 names what a head must not have: %s', (head, problem) => {
  expect(findProblemInHead(head)).toBe(problem);
});
