import { describe, expect, test } from 'vitest';
import { eventMessages } from '#shared/contracts/guest-messages.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { type DemoEvent, demoContent } from './content.ts';
import { spanOf } from './demo-times.ts';
import { sandboxContent } from './sandbox-content.ts';

/** The demo may be loaded at any hour of any day: what an event says of its time holds then too. */
const events = [...demoContent.flatMap((organisation) => organisation.events), ...sandboxContent];

/** Wall times of its place, in hours; past midnight the hours go on. */
interface Wall {
	start: number;
	end: number;
}

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** What words say about the times of the event that they describe. */
const claims: [says: RegExp, holds: (wall: Wall, said: RegExpExecArray) => boolean][] = [
	[/\bmorning|\bbreakfast|\bbrunch/i, ({ start }) => start >= 6 && start < 12],
	[/\blunch/i, ({ start, end }) => start <= 13 && end >= 12],
	[/\bafternoon/i, ({ start, end }) => start < 18 && end > 13],
	[/\bevening|\bdinner|\bgala\b|\bsupper/i, ({ start, end }) => start >= 17 && end <= 25],
	[/\bnight\b|\bnights\b/i, ({ start, end }) => start >= 17 && end >= 21],
	[/\b(?:one|a) (?:long |whole )?day\b/i, ({ start, end }) => start >= 8 && start <= 12 && end - start >= 8],
	[/\ban hour\b/i, ({ start, end }) => end - start === 1],
	[
		new RegExp(`\\b(?:leaves[\\w ]*|start) at (${numbers.join('|')})\\b`, 'i'),
		({ start }, said) => start % 12 === (numbers.indexOf((said[1] ?? '').toLowerCase()) + 1) % 12,
	],
	// The day on which it is loaded decides the season.
	[/\b(?:spring|summer|autumn|winter|christmas|new year|easter)\b/i, () => false],
	[/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\bweekend/i, () => false],
];

function broken(event: DemoEvent, now: Date): string[] {
	const { title, summary, description, tags = [], timeZone = 'UTC' } = event.input;
	// Names of talks are in italics.
	const text = [title, summary, description, ...tags].join('\n').replaceAll(/(?<!\*)\*[^*\n]+\*(?!\*)/g, '');
	const span = spanOf(event, now);
	const local = wallTimeOf(span.startsAt, timeZone);
	const start = Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60;
	const wall = { start, end: start + event.lastsHours };
	return claims.flatMap(([says, holds]) => {
		const said = says.exec(text);
		return said && !holds(wall, said) ? [`${title} (${local}): ${said[0]}`] : [];
	});
}

/** Every hour of a day in each season, and around changes of clocks in the zones of the demo. */
const moments = [
	'2027-01-15',
	'2027-03-13',
	'2027-03-27',
	'2027-07-01',
	'2027-10-30',
	'2027-11-06',
	'2028-02-28',
].flatMap((day) =>
	Array.from({ length: 24 }, (_, hour) => new Date(`${day}T${String(hour).padStart(2, '0')}:40:00Z`)),
);

describe('an event of the demo fits its words, whenever it is loaded', () => {
	test.each(events.map((event) => [event.input.title, event] as const))('%s', (_, event) => {
		expect([...new Set(moments.flatMap((now) => broken(event, now)))]).toEqual([]);
	});
});

test('an event with a wall time starts at it, in its own zone', () => {
	for (const event of events) {
		const { starts, input } = event;
		if (!('at' in starts)) continue;
		for (const now of moments)
			expect(wallTimeOf(spanOf(event, now).startsAt, input.timeZone ?? 'UTC').slice(11, 16)).toBe(starts.at);
	}
});

test('messages to its guests are such as an organiser can write', () => {
	const written = events.flatMap(({ messages }) => [
		...(messages?.sent ?? []),
		...(messages?.scheduled ?? []),
		...(messages?.reminder ? [{ subject: 'Reminder', text: messages.reminder }] : []),
	]);
	expect(written).toHaveLength(4);
	for (const { subject, text } of written)
		expect(eventMessages.create.body?.safeParse({ subject, text }).error).toBeUndefined();
});

test('stories and messages of its fundraisers and to its guests name no season', () => {
	const stories = events.map(({ fundraiser, messages }) => [fundraiser ?? null, messages ?? null]);
	expect(JSON.stringify(stories)).not.toMatch(/summer|winter|autumn|christmas/i);
});

test.each([
	['An evening of bids.', '09:00', 3, 'evening'],
	['An evening of bids.', '18:30', 3, null],
	['The harbour at night.', '10:00', 3, 'night'],
	['Talks until the night the disk filled up', '09:00', 9, 'night'],
	['The ferry leaves the pier at eight.', '19:30', 3, 'leaves the pier at eight'],
	['The ferry leaves the pier at eight.', '20:00', 3, null],
	['One long day.', '12:00', 3, 'One long day'],
	['An hour of questions.', '16:00', 2, 'An hour'],
	['Summer festival', '12:00', 10, 'Summer'],
])('the rule: "%s" from %s for %i hours', (summary, at, lastsHours, word) => {
	const input = { title: 'Event', summary, description: '', timeZone: 'America/Toronto' };
	const event = { input, starts: { inDays: 3, at }, lastsHours, guests: 0, state: 'draft' } as DemoEvent;
	const found = broken(event, new Date('2027-01-15T12:00:00Z')).map((text) => text.split(': ')[1]);
	expect(found).toEqual(word ? [word] : []);
});
