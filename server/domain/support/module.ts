import * as contract from '#shared/contracts/support.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { handle } from '../../http/handler.ts';
import type { Services } from '../../services.ts';
import type { Module } from '../module.ts';
import { askForTickets, deleteMessage, listMessages, markAnswered, sendMessage } from './messages.ts';

/** As the privacy policy says. */
async function removeOldMessages({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'contact_messages',
		where: `created_at < now() - interval '2 years'`,
	});
}

/** People who ask the operator for something: messages, lost tickets. */
export const supportModule: Module = {
	name: 'support',
	routes: [
		handle(contract.sendContactMessage, async ({ body, context }, services) => {
			await sendMessage(services, body, context.address);
			return { message: 'Message received.' };
		}),
		handle(contract.findMyTickets, async ({ body }, services) => {
			await askForTickets(services, body.email);
			return { message: 'If there are tickets for this address, a mail with the links is on its way.' };
		}),
		handle(contract.listMessages, ({ query }, services) => listMessages(services, query)),
		handle(contract.markAnswered, ({ params }, services) => markAnswered(services, params.message)),
		handle(contract.deleteMessage, async ({ params }, services) => {
			await deleteMessage(services, params.message);
			return undefined;
		}),
	],
	jobs: [{ name: 'support.remove-old-messages', cron: '21 4 * * *', run: removeOldMessages }],
};
