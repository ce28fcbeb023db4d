// Labels of components, states and incident steps, for this and other features.
import { msg } from '@lingui/core/macro';
import type { CheckState, IncidentState, StatusComponent } from '#shared/contracts/status.ts';

type Message = ReturnType<typeof msg>;

export const componentNames: Record<StatusComponent, Message> = {
	website: msg`Website and API`,
	database: msg`Database`,
	jobs: msg`Background jobs`,
	mail: msg`Email`,
	files: msg`File storage`,
};

export const checkNames: Record<CheckState, Message> = {
	ok: msg`Operational`,
	degraded: msg`Degraded`,
	down: msg`Down`,
};

export const incidentStateNames: Record<IncidentState, Message> = {
	scheduled: msg`Scheduled`,
	investigating: msg`Investigating`,
	identified: msg`Identified`,
	monitoring: msg`Monitoring`,
	resolved: msg`Resolved`,
};
