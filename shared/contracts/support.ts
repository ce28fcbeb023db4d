import { z } from '../lib/z.ts';
import { email, message, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

export const contactTopics = [
	'question',
	'ticket',
	'event-report',
	'press',
	'privacy',
	'security',
	'other',
] as const;
export type ContactTopic = (typeof contactTopics)[number];

export const sendContactMessage = endpoint({
	id: 'support.sendContactMessage',
	method: 'POST',
	path: '/api/contact',
	summary: 'Send a message to the operator. Limited per network and email address.',
	access: publicAccess,
	limit: 'mail',
	status: 202,
	body: z.object({
		name: text({ max: 100, min: 1 }),
		email: email(),
		topic: z.enum(contactTopics),
		message: text({ max: 5_000, min: 10, lines: true }),
		/** Left empty by people, who do not see it. */
		website: z.string().max(500).default(''),
	}),
	output: message(),
});

export const findMyTickets = endpoint({
	id: 'support.findMyTickets',
	method: 'POST',
	path: '/api/find-my-tickets',
	summary: 'Email links to upcoming tickets. The response is the same whether or not there are any.',
	access: publicAccess,
	limit: 'mail',
	status: 202,
	body: z.object({ email: email() }),
	output: message(),
});

export const contactMessage = z
	.object({
		id: uuid(),
		name: z.string(),
		email: z.string(),
		topic: z.enum(contactTopics),
		message: z.string(),
		createdAt: z.string(),
		answeredAt: z.string().nullable(),
	})
	.meta({ id: 'ContactMessage' });
export type ContactMessage = z.output<typeof contactMessage>;

export const listMessages = endpoint({
	id: 'support.listMessages',
	method: 'GET',
	path: '/api/admin/messages',
	summary: 'List messages from the contact form, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		state: z.enum(['open', 'answered', 'all']).default('open'),
		q: z.string().max(200).optional(),
		...paging(50, 100),
	}),
	output: page(contactMessage),
});

const messageParams = z.object({ message: uuid() });

export const markAnswered = endpoint({
	id: 'support.markAnswered',
	method: 'POST',
	path: '/api/admin/messages/{message}/answered',
	summary: 'Mark a message as answered. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	params: messageParams,
	output: contactMessage,
});

export const deleteMessage = endpoint({
	id: 'support.deleteMessage',
	method: 'DELETE',
	path: '/api/admin/messages/{message}',
	summary: 'Delete a message.',
	access: adminAccess,
	limit: 'write',
	params: messageParams,
	status: 204,
	output: z.undefined(),
});
