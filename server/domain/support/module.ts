import { handle } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/support.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { Module } from '../module.ts';
import {
	askForTickets,
	deleteMessage,
	listMessages,
	markAnswered,
	sendMessage,
	supportJobs,
} from './messages.ts';
import { contactData, contactErasure } from './personal-data.ts';

/** People who ask the operator for something: messages, lost tickets. */
export const supportModule: Module = {
	name: 'support',
	routes: [
		handle(contract.sendContactMessage, async ({ body, context }, services) => {
			await sendMessage(services, body, context.address);
			return { message: 'Message received.' };
		}),
		handle(contract.findMyTickets, async ({ body, context }, services) => {
			await askForTickets(services, body.email);
			const note = services.mailer.canSend
				? message`If this email has tickets, the links are on their way.`
				: message`Email isn’t set up on this site. Contact the organiser of your event.`;
			return { message: context.translate(note) };
		}),
		handle(contract.listMessages, ({ query }, services) => listMessages(services, query)),
		handle(contract.markAnswered, ({ params }, services) => markAnswered(services, params.message)),
		handle(contract.deleteMessage, async ({ params }, services) => {
			await deleteMessage(services, params.message);
			return undefined;
		}),
	],
	listeners: [contactErasure],
	jobs: supportJobs,
	personalData: contactData,
};
