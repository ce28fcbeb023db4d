import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { fillInRanges } from './fill-in-marks.ts';
import { writeMarkdown } from './markdown/write-markdown.ts';
import { markdownKit, openMarkdown } from './markdown-kit.ts';

const schema = getSchema(markdownKit);

function marked(source: string): string[] {
	const tree = openMarkdown(source);
	expect(tree, 'the editor opens it').not.toBeNull();
	const doc = Node.fromJSON(schema, tree);
	return fillInRanges(doc).map(({ from, to }) => doc.textBetween(from, to));
}

test('what a template left is marked where it is, also across formats and after a line break', () => {
	const source = '## Tonight\n\n- **19:10** Talk one: [title, speaker]\n- A\\\n[who **plays**]\n';
	expect(marked(source)).toEqual(['[title, speaker]', '[who plays]']);
});

test('links, code and what was filled in are not', () => {
	expect(
		marked('See [our rules](https://example.org).\n\n```\n[title, speaker]\n```\n\nTalk: Moths'),
	).toEqual([]);
});

test('what the editor writes of it is marked again', () => {
	const tree = openMarkdown('Talk one: [title, speaker]');
	expect(marked(writeMarkdown(tree as NonNullable<typeof tree>))).toEqual(['[title, speaker]']);
});
