import { z } from '../lib/z.ts';
import { groupStates, groupWays, invitationStates, MOST_GROUP_PLACES } from '../rules/groups.ts';
import { email, instant, locale, page, paging, text, uuid } from './common.ts';
import { endpoint, eventAccess, orderAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { ticketEvent } from './managed-orders.ts';
import { orderParams } from './orders.ts';

/** How many of a group’s places are whose. */
const counts = {
	/** All places: of `leader` the tickets that can be claimed, of `each` what was reserved. */
	places: z.int(),
	/** Claimed; of `each` also ordered and not yet paid. */
	taken: z.int(),
};

/** A group as the organiser sees it. */
export const listedGroup = z
	.object({
		id: uuid(),
		name: z.string(),
		pays: z.enum(groupWays),
		state: z.enum(groupStates),
		leaderName: z.string(),
		leaderEmail: z.string(),
		...counts,
		/** Of `each`; null: of an order. */
		ticketType: z.object({ id: uuid(), name: z.string() }).nullable(),
		deadlineAt: z.string().nullable(),
		/** Of `leader`: the order that has the places. */
		orderId: uuid().nullable(),
		/** Opens /group/{groupToken}, the leader’s page; null for who may only look. */
		groupToken: z.string().nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'ListedGroup' });
export type ListedGroup = z.output<typeof listedGroup>;

const groupName = () => text({ max: 80, min: 1 });
const leader = { leaderName: text({ max: 200, min: 1 }), leaderEmail: email() };
const places = () => z.int().min(1).max(MOST_GROUP_PLACES);

export const createGroup = endpoint({
	id: 'groups.create',
	method: 'POST',
	path: '/api/events/{event}/groups',
	summary:
		'Create a group. `leader`: the spots of a paid order, which its buyer shares by links. `each`: spots of a ticket type are held until the deadline, and each guest orders their own. The leader gets a link by email.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.discriminatedUnion('pays', [
		z.strictObject({ pays: z.literal('leader'), name: groupName(), orderId: uuid() }),
		z.strictObject({
			pays: z.literal('each'),
			name: groupName(),
			...leader,
			ticketTypeId: uuid(),
			places: places(),
			deadlineAt: instant(),
			locale: locale().optional(),
		}),
	]),
	output: listedGroup,
	errors: ['BUSINESS_RULE_VIOLATION', 'RESOURCE_ALREADY_EXISTS'],
});

export const listGroups = endpoint({
	id: 'groups.list',
	method: 'GET',
	path: '/api/events/{event}/groups',
	summary: 'List the groups of an event, newest first.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object(paging(50, 100)),
	output: page(listedGroup),
});

const organiserParams = eventParams.extend({ group: uuid() });

export const updateGroup = endpoint({
	id: 'groups.update',
	method: 'PATCH',
	path: '/api/events/{event}/groups/{group}',
	summary:
		'Update the name or leader of a group; for `each` also its number of spots, while there are some, and its deadline. A new leader gets the link by email.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: organiserParams,
	body: z.strictObject({
		name: groupName().optional(),
		leaderName: leader.leaderName.optional(),
		leaderEmail: leader.leaderEmail.optional(),
		places: places().optional(),
		deadlineAt: instant().optional(),
	}),
	output: listedGroup,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const endGroup = endpoint({
	id: 'groups.end',
	method: 'POST',
	path: '/api/events/{event}/groups/{group}/end',
	summary:
		'End a group: its links stop working, and its held spots are released. Tickets stay as they are. Repeating it changes nothing.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: organiserParams,
	output: listedGroup,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const shareOrder = endpoint({
	id: 'orders.shareOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/group',
	summary:
		'Share the tickets of a confirmed order: others claim them by a link and get their own codes. If the order is already shared, its group is returned.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	params: orderParams,
	body: z.strictObject({
		name: groupName(),
		/** Tickets that the buyer keeps. */
		keepIds: z.array(uuid()).max(100).default([]),
	}),
	output: z.object({
		/** Opens /group/{groupToken}. */
		groupToken: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A place of a group, for its leader. `own`: the buyer keeps it; `pending`: ordered and not yet paid. */
export const groupPlace = z.object({
	/** From 1. */
	number: z.int(),
	state: z.enum(['open', 'claimed', 'pending', 'own']),
	/** Its ticket; null: nobody has ordered it yet. */
	attendeeId: uuid().nullable(),
	ticketTypeName: z.string(),
	/** Whoever has it; empty while it is open. */
	name: z.string(),
	email: z.string(),
	isCheckedIn: z.boolean(),
	/** Whether it can be released (`groups.release`). */
	canRelease: z.boolean(),
});

export const groupInvitation = z.object({
	id: uuid(),
	name: z.string(),
	email: z.string(),
	state: z.enum(invitationStates),
	sentAt: z.string(),
});

/** A group, for its leader. */
export const group = z
	.object({
		id: uuid(),
		name: z.string(),
		pays: z.enum(groupWays),
		state: z.enum(groupStates),
		leaderName: z.string(),
		...counts,
		/** Of `each`. */
		deadlineAt: z.string().nullable(),
		/** Of `each`: what a guest pays, all in; 0: nothing. */
		price: z.object({ totalMinor: z.int(), currency: z.string() }).nullable(),
		/** Opens /claim/{claimToken} for everybody whom the leader gives it to. */
		claimToken: z.string(),
		/** Whether places can be claimed now. */
		isClaimable: z.boolean(),
		list: z.array(groupPlace),
		/** The newest first. */
		invitations: z.array(groupInvitation),
		/** When those who are invited can be reminded again; null: now. */
		remindAfter: z.string().nullable(),
		/** Of `leader`: tickets that were added to the order since, and can be added to the group. */
		addable: z.int(),
		/** Of `leader`: opens the order at /my-ticket/{manageToken}; null: the leader is not its buyer. */
		manageToken: z.string().nullable(),
		event: ticketEvent,
	})
	.meta({ id: 'Group' });
export type Group = z.output<typeof group>;

const groupParams = z.object({ groupToken: z.string().max(200) });
const byLeader = { access: { kind: 'group' }, params: groupParams, output: group } as const;

export const getGroup = endpoint({
	...byLeader,
	id: 'groups.get',
	method: 'GET',
	path: '/api/groups/{groupToken}',
	summary: 'Get a group by the signed link of its leader.',
	limit: 'read',
});

export const renameGroup = endpoint({
	...byLeader,
	id: 'groups.rename',
	method: 'PATCH',
	path: '/api/groups/{groupToken}',
	summary: 'Change the name of a group.',
	limit: 'order',
	body: z.strictObject({ name: groupName() }),
});

export const renewClaimLink = endpoint({
	...byLeader,
	id: 'groups.renewLink',
	method: 'POST',
	path: '/api/groups/{groupToken}/link',
	summary: 'Replace the shared link: the old one stops working. Claimed spots stay as they are.',
	limit: 'order',
});

export const inviteToGroup = endpoint({
	...byLeader,
	id: 'groups.invite',
	method: 'POST',
	path: '/api/groups/{groupToken}/invitations',
	summary:
		'Invite people by email, each with a personal link. An invitation holds no spot. At most as many as there are open spots; people already invited get no second email.',
	limit: 'mail',
	status: 201,
	body: z.strictObject({
		people: z
			.array(z.strictObject({ name: text({ max: 200 }).default(''), email: email() }))
			.min(1)
			.max(MOST_GROUP_PLACES),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelInvitation = endpoint({
	...byLeader,
	id: 'groups.cancelInvitation',
	method: 'DELETE',
	path: '/api/groups/{groupToken}/invitations/{invitation}',
	summary: 'Cancel an invitation: its link stops working. Repeating it changes nothing.',
	limit: 'order',
	params: groupParams.extend({ invitation: uuid() }),
});

export const remindGroup = endpoint({
	...byLeader,
	id: 'groups.remind',
	method: 'POST',
	path: '/api/groups/{groupToken}/remind',
	summary: 'Remind everyone who is invited and has not claimed a spot. At most once a day.',
	limit: 'mail',
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const addGroupPlaces = endpoint({
	...byLeader,
	id: 'groups.addPlaces',
	method: 'POST',
	path: '/api/groups/{groupToken}/places',
	summary: 'Add tickets to a group that were added to its order later. Repeating it changes nothing.',
	limit: 'order',
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const releasePlace = endpoint({
	...byLeader,
	id: 'groups.release',
	method: 'DELETE',
	path: '/api/groups/{groupToken}/claims/{attendee}',
	summary:
		'Release a claimed spot that is not checked in: its ticket becomes void, its guest gets an email, and another guest can claim it. For `each` only free tickets. Repeating it changes nothing.',
	movesPlaces: true,
	limit: 'order',
	params: groupParams.extend({ attendee: uuid() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A place of a group, for whoever may claim it; it names no other guest. */
export const claim = z
	.object({
		/** `open`: there is a place; `full`: none now; `claimed`: by this invitation; `closed`: the group or its event has ended. */
		state: z.enum(['open', 'full', 'claimed', 'closed']),
		groupName: z.string(),
		leaderName: z.string(),
		pays: z.enum(groupWays),
		ticketTypeName: z.string(),
		/** Of `each`: what it costs, all in; 0: nothing. Null: its leader has paid. */
		price: z.object({ totalMinor: z.int(), currency: z.string() }).nullable(),
		/** Of `each`. */
		deadlineAt: z.string().nullable(),
		/** Whom the link was sent to; null: it is shared. */
		invited: z.object({ name: z.string(), email: z.string() }).nullable(),
		/** What this invitation, or this call, claimed: /ticket/{ticketToken}. */
		ticketToken: z.string().nullable(),
		/** Of `each`: the order, at /my-ticket/{manageToken}, or at /checkout/{manageToken} while it is to be paid. */
		manageToken: z.string().nullable(),
		/** The order is to be paid at the checkout. */
		isToPay: z.boolean(),
		event: ticketEvent,
	})
	.meta({ id: 'GroupClaim' });
export type GroupClaim = z.output<typeof claim>;

const claimParams = z.object({ claimToken: z.string().max(200) });

export const getClaim = endpoint({
	id: 'groups.getClaim',
	method: 'GET',
	path: '/api/claims/{claimToken}',
	summary: 'Get what a group link offers.',
	access: { kind: 'claim' },
	limit: 'read',
	params: claimParams,
	output: claim,
});

export const claimPlace = endpoint({
	id: 'groups.claim',
	method: 'POST',
	path: '/api/claims/{claimToken}',
	summary:
		'Claim a spot of a group. If the leader has paid, returns the ticket; otherwise places an order, which is confirmed immediately if it is free. An invitation claims one spot, a shared link one with each call.',
	access: { kind: 'claim' },
	movesPlaces: true,
	limit: 'order',
	status: 201,
	params: claimParams,
	body: z.strictObject({
		name: text({ max: 200, min: 1 }),
		email: email(),
		locale: locale().optional(),
	}),
	output: claim,
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});
