import { expect, test } from 'vitest';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { obstacleOf, subjectOf } from './embed-subject.ts';

test.each([
	['published', 'public', null],
	['published', 'unlisted', null],
	['cancelled', 'public', null],
	['draft', 'public', 'draft'],
	['published', 'password', 'closed-group'],
	['published', 'invite_only', 'closed-group'],
	['draft', 'invite_only', 'closed-group'],
] as const)('%s and %s: %s', (status, visibility, obstacle) => {
	expect(obstacleOf({ status, visibility })).toBe(obstacle);
});

const event = {
	slug: 'jazz-night',
	title: 'Jazz Night',
	status: 'published',
	visibility: 'unlisted',
	isSandbox: false,
	organiser: { name: 'The Club', slug: 'club', logoUrl: null, contactEmail: '' },
	series: { id: 's', slug: 'jazz', key: '1' },
	organisation: { id: 'o', permissions: ['page.edit'] },
} as unknown as PublicEvent;

test('an event of a member, with the series that leads to its next date', () => {
	expect(subjectOf(event)).toEqual({
		event: { slug: 'jazz-night', title: 'Jazz Night', obstacle: null, isUnlisted: true, seriesSlug: 'jazz' },
		organiser: { id: 'o', slug: 'club', name: 'The Club' },
		isSandbox: false,
		readsPage: true,
	});
});

test('whoever is not a member has no snippets', () => {
	const { organisation: _, ...publicly } = event;
	expect(subjectOf(publicly)).toBeNull();
});
