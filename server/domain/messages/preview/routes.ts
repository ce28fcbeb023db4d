import { handle, type OrganisationScope, type Route, rightsOf } from '#server/http/handler.ts';
import { eventMessages, seriesMessages } from '#shared/contracts/guest-messages.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { placeOf } from '../place.ts';
import { previewMessage } from './preview-message.ts';
import { sendTest } from './send-test.ts';

/** Who may not see guests reads their addresses masked, and finds nobody by them. */
const maySeeAddresses = (scope: OrganisationScope) => memberCan(rightsOf(scope), 'attendees.view');

export const previewRoutes: Route[] = [
	...[eventMessages.preview, seriesMessages.preview].map((contract) =>
		handle(contract, ({ params, body, scope, caller, context }, services) =>
			previewMessage(
				services,
				placeOf(scope, params),
				{ ...body, maySeeAddresses: maySeeAddresses(scope), authorId: caller.userId },
				context.translate,
			),
		),
	),
	...[eventMessages.test, seriesMessages.test].map((contract) =>
		handle(contract, async ({ params, body, scope, caller, context }, services) => {
			await sendTest(services, placeOf(scope, params), caller, {
				...body,
				maySeeAddresses: maySeeAddresses(scope),
			});
			return { message: context.translate(message`We email a test to ${caller.email}.`) };
		}),
	),
];
