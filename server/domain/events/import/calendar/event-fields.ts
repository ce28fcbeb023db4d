import { descriptionExcerpt } from '#server/domain/events/description.ts';
import type { ImportWarning, RawEvent } from '../draft.ts';
import { guessCategory } from '../guess-category.ts';
import { httpUrlOrEmpty, oneLine } from '../texts.ts';
import { type Component, find, findAll } from './components.ts';
import { readText, readTextList } from './content-lines.ts';
import { descriptionOf, htmlToMarkdown } from './html-to-markdown.ts';
import { readPlace } from './location.ts';

/** Everything of an event but its times and where it came from. */
export type EventFields = Omit<RawEvent, 'sourceName' | 'sourceId' | 'timeZone' | 'start' | 'end'>;

/**
 * Whether an entry is not for everybody: any CLASS but PUBLIC (an unknown one is private, RFC 5545 §3.8.1.3), or a mark of Outlook and
 * others.
 */
export function isMarkedPrivate(event: Component): boolean {
	return event.properties.some(({ name, value }) => {
		const said = readText(value).trim().toUpperCase();
		if (name === 'CLASS') return said !== '' && said !== 'PUBLIC';
		if (!/^X-.*(PRIVATE|SENSITIVITY)$/.test(name)) return false;
		return !['', '0', 'FALSE', 'NO', 'NONE', 'NORMAL', 'PUBLIC'].includes(said);
	});
}

/** The details of a calendar entry. Organisers' and attendees' addresses are not read at all. */
export function readFields(event: Component, method: string): EventFields {
	const warnings: ImportWarning[] = [];
	const text = (name: string) => readText(find(event, name)?.value ?? '');
	const description =
		text('DESCRIPTION').trim() === ''
			? htmlToMarkdown(text('X-ALT-DESC'))
			: descriptionOf(text('DESCRIPTION'));
	let title = oneLine(text('SUMMARY'));
	if (title === '' && description !== '') {
		title = descriptionExcerpt(description, 80);
		warnings.push({ code: 'title-from-description', detail: title });
	}
	const tags = findAll(event, 'CATEGORIES').flatMap(({ value }) => readTextList(value));
	const status = text('STATUS').trim().toUpperCase();
	if (status === 'TENTATIVE') warnings.push({ code: 'tentative', detail: title.slice(0, 60) });
	const isPrivate = isMarkedPrivate(event);
	if (isPrivate) warnings.push({ code: 'private-draft', detail: title.slice(0, 60) });
	if (event.broken.length > 0) {
		warnings.push({
			code: 'line-unreadable',
			detail: event.broken
				.map(({ line }) => `line ${line}`)
				.join(', ')
				.slice(0, 80),
		});
	}
	if (event.endedBy === 'begin') warnings.push({ code: 'not-closed', detail: '' });
	if (`${title}${description}`.includes('\ufffd'))
		warnings.push({ code: 'damaged-text', detail: title.slice(0, 60) });
	const url = text('URL').trim();
	if (url !== '' && httpUrlOrEmpty(url) === '')
		warnings.push({ code: 'url-dropped', detail: url.slice(0, 80) });
	return {
		title,
		summary: descriptionExcerpt(description, 200),
		description,
		category: guessCategory([title, ...tags], 'other'),
		tags,
		...readPlace(event),
		externalUrl: httpUrlOrEmpty(url),
		visibility: isPrivate ? 'unlisted' : 'public',
		status: isPrivate ? 'draft' : status === 'CANCELLED' || method === 'CANCEL' ? 'cancelled' : 'published',
		warnings,
	};
}
