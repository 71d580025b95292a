/** A line of the product broken on purpose, and the tests that must notice. */
export interface Mutant {
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** What is no longer guaranteed. */
  breaks: string;
  tests: string[];
}

export const MUTANTS: Mutant[] = [
  {
    file: 'domain/rendering/render.ts',
    find: "and render_status = 'RENDERING'\n",
    replace: '\n',
    breaks: 'a second rendering completes nothing again',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/mailing/resend.ts',
    find: '{ lockMode: LockMode.PESSIMISTIC_WRITE }',
    replace: '{}',
    breaks: 'an e-mail asked for while its rendering ends is sent',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/maintenance/clean-up.ts',
    find: " and status <> 'PENDING'",
    replace: '',
    breaks: 'the clean-up keeps deliveries that are still to be made',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/webhooks/replay.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: 'where organisation_id = ${organisationId} and id',
    replace: 'where id',
    breaks: "another organisation's delivery can't be replayed",
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/issuing/fair-queue.ts',
    find: 'Math.max(0, Math.min(earliest, Date.now()) - VIRTUAL_START)',
    replace: '0',
    breaks: 'a late batch takes its place among those under way',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'domain/webhooks/deliver.ts',
    find: ' || previousSecretUntil <= at',
    replace: '',
    breaks: 'a replaced signing secret expires',
    tests: ['test/api/concurrency.test.ts'],
  },
  {
    file: 'templates-engine/pdf/tags.ts',
    find: 'row.sort((a, b) => box(a).x - box(b).x)',
    replace: 'row',
    breaks: 'a row of the PDF is read from left to right',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/tags.ts',
    find: 'order.sort((a, b) => box(a).y - box(b).y);',
    replace: '',
    breaks: 'the PDF is read from top to bottom',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/png/encoder.ts',
    find: 'adler = combineAdler(adler, band.adler, band.length);',
    replace: 'adler = combineAdler(adler, band.adler, band.length + 1);',
    breaks: "the checksum of a PNG's pixels is right",
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/content-stream.ts',
    find: 'this.#opacity(color.alpha * opacity)',
    replace: 'this.#opacity(color.alpha)',
    breaks: "an element's opacity multiplies a colour's alpha in the PDF",
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/document.ts',
    find: "primitive.kind === 'qr' && /^https?:\\/\\//.test(primitive.value)",
    replace: 'false',
    breaks: 'a QR code of an address is a link',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/images/svg-safety.ts',
    find: 'if (/^on\\w/i.test(key))',
    replace: 'if (key === null)',
    breaks: 'SVG event handlers are refused',
    tests: ['test/faults/images.test.ts'],
  },
  {
    file: 'templates-engine/elements/text/kind.ts',
    find: "'text' in part ? part.text : isolate(fill([part], values))",
    replace: "'text' in part ? part.text : fill([part], values)",
    breaks: 'a value keeps its order within right-to-left text',
    tests: ['test/templates-engine/pictures.test.ts'],
  },
  {
    file: 'templates-engine/elements/text/kind.ts',
    find: 'if (unsupported.length > 0)',
    replace: 'if (unsupported.length > 1e9)',
    breaks: 'characters that no font can show are refused',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/elements/qr/kind.ts',
    find: 'minSide(candidate) <= box.width',
    replace: 'minSide(candidate) >= 0',
    breaks: 'a QR code that is too small to scan is refused',
    tests: ['test/templates-engine/pictures.test.ts'],
  },
  {
    file: 'templates-engine/scene/budget.ts',
    find: 'amount > this.remaining(resource)',
    replace: 'amount > this.remaining(resource) * 1e9',
    breaks: 'a page that takes too much is refused',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/text/measured-paragraph.ts',
    find: 'if (this.characters > this.#limit) throw new ShapingLimitError();',
    replace: '',
    breaks: 'fitting texts ends where a page has shaped enough',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/template/build-scene.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template
    find: '`${index} ${content}`',
    replace: 'content',
    breaks: 'two texts with the same content keep their own style',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/template/render.ts',
    find: 'if (problems.length > 0) throw new RenderError(problems);',
    replace: '',
    breaks: 'a certificate whose values do not fit is not rendered',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/design/design.ts',
    find: '.filter((name) => !isBuiltIn(name))',
    replace: '',
    breaks: 'built-in variables are not asked of the caller',
    tests: ['test/templates-engine/engine.test.ts'],
  },
  {
    file: 'templates-engine/png/renderer.ts',
    find: 'working.restore(canvas);',
    replace: '',
    breaks: 'one certificate leaves nothing of itself on the next',
    tests: ['test/templates-engine/pictures.test.ts'],
  },
  {
    file: 'templates-engine/pdf/text-extraction.ts',
    find: 'isSpacedOut && !RIGHT_TO_LEFT.test(line.text) ? line.text : null',
    replace: 'null',
    breaks: 'letters that are spaced out are extracted as words',
    tests: ['test/templates-engine/files.test.ts'],
  },
  {
    file: 'templates-engine/pdf/tags.ts',
    find: 'hasHeading ||= isHeading;',
    replace: '',
    breaks: 'a page has one heading',
    tests: ['test/templates-engine/files.test.ts'],
  },
];
