import { expect, test } from 'vitest';
import { splitPlaceholders, subjectPlaceholders, unknownPlaceholders } from './placeholders.ts';

test.each([
	['Hi {first_name}, {event_title} is on {event_date}: {ticket_link}. {organiser}', []],
	['Hi {{first_name}}, {{ seat }}', ['{first_name}', '{ seat }']],
	[
		'{firstName} {First_Name} { first_name } {FIRST-NAME}',
		['firstName', 'First_Name', ' first_name ', 'FIRST-NAME'],
	],
	['{First name}, {event  title}', ['First name']],
	['{seat} {seat} {Vorname} {имя} {user.name}', ['seat', 'Vorname', 'имя', 'user.name']],
	['Bring ID {or a copy of it}. {} {1} {…} { } {{}} { "a": 1 }', []],
	['{first_name', []],
])('in %j %j is unknown', (text, unknown) => {
	expect(unknownPlaceholders(text)).toEqual(unknown);
});

test('a link is unknown in a subject', () => {
	expect(unknownPlaceholders('{ticket_link} {first_name}', subjectPlaceholders)).toEqual(['ticket_link']);
});

test('what is not refused is split into words and placeholders', () => {
	expect(splitPlaceholders('Hi {first_name} {or so}')).toEqual([
		{ text: 'Hi ' },
		{ placeholder: 'first_name' },
		{ text: ' {or so}' },
	]);
});
