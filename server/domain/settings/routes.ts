import * as contract from '#shared/contracts/settings.ts';
import { handle, type Route } from '../../http/handler.ts';
import { updateOrganisationSettings } from './commands/update-organisation-settings.ts';
import { getOrganisationSettings } from './queries.ts';

export const settingsRoutes: Route[] = [
	handle(contract.getOrganisationSettings, ({ scope }, services) =>
		getOrganisationSettings(services.database.db, scope.organisationId),
	),
	handle(contract.updateOrganisationSettings, ({ scope, body, context }, services) =>
		updateOrganisationSettings(services, {
			organisationId: scope.organisationId,
			ifMatch: context.ifMatch,
			changes: body,
		}),
	),
];
