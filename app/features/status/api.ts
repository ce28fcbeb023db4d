// What other features and pages say of the status: names of parts, states and steps.
import { msg } from '@lingui/core/macro';
import type { CheckState, IncidentState, StatusComponent } from '#shared/contracts/status.ts';

type Message = ReturnType<typeof msg>;

export const componentNames: Record<StatusComponent, Message> = {
	website: msg`Website and API`,
	database: msg`Database`,
	jobs: msg`Work behind the pages`,
	mail: msg`Mail`,
	files: msg`Pictures and files`,
};

export const checkNames: Record<CheckState, Message> = {
	ok: msg`Works`,
	degraded: msg`Impaired`,
	down: msg`Down`,
};

export const incidentStateNames: Record<IncidentState, Message> = {
	scheduled: msg`Planned`,
	investigating: msg`Being looked into`,
	identified: msg`Cause found`,
	monitoring: msg`Being watched`,
	resolved: msg`Resolved`,
};
