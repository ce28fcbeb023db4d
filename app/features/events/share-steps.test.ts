import { expect, test } from 'vitest';
import { type ShareStepFacts, shareSteps } from './share-steps.ts';

const now = new Date('2027-02-01T12:00:00Z');
const mine = { permissions: ['tickets.edit', 'events.edit', 'staff_links.manage'] };
const event = {
	...{ status: 'published', startsAt: '2027-02-02T19:00:00Z', endsAt: '2027-02-02T21:00:00Z' },
	...{ description: '', isExternal: false, organisation: mine },
} as unknown as ShareStepFacts['event'];
const standard = { kind: 'free', organiser: { capacity: null } } as NonNullable<
	ShareStepFacts['tickets']
>[number];
const fresh: ShareStepFacts = { event, tickets: [standard], staffLinks: 0 };
const described = { ...event, description: 'Bring a lamp.' };

test.each<[string[], Partial<ShareStepFacts>]>([
	[['price', 'description', 'door'], {}],
	[['description', 'door'], { tickets: [{ ...standard, kind: 'paid' }] }],
	[['description', 'door'], { tickets: [standard, standard] }],
	[['description', 'door'], { tickets: [{ ...standard, organiser: { capacity: 40 } } as typeof standard] }],
	[['description', 'door'], { event: { ...event, isExternal: true } }],
	[['price', 'door'], { event: described }],
	[['price', 'description', 'door'], { event: { ...event, description: 'Talk: [title, speaker]' } }],
	[['price', 'description'], { staffLinks: 1 }],
	// Neither known nor allowed.
	[['description'], { tickets: undefined, staffLinks: undefined }],
	[[], { event: { ...event, organisation: { ...mine, permissions: [] } as never } }],
	[[], { event: { ...event, status: 'draft' } }],
	[[], { event: { ...event, endsAt: '2027-02-01T11:00:00Z', startsAt: '2027-02-01T10:00:00Z' } }],
])('%j by %j', (expected, change) => {
	expect(shareSteps({ ...fresh, ...change }, now)).toEqual(expected);
});
