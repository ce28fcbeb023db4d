import type { Module } from '../module.ts';
import { groupChecks } from './checks.ts';
import { deadlinePoller, groupListeners, noticePoller } from './deadline.ts';
import { invitationJobs } from './invitations.ts';
import { groupData, groupErasureListeners } from './personal-data.ts';
import { findClaimByToken, findGroupByToken } from './tokens.ts';

/** Groups: people who come together, by the places of one order or by places that are held until each has ordered their own. */
export const groupsModule: Module = {
	name: 'groups',
	listeners: [...groupListeners, ...groupErasureListeners],
	pollers: [deadlinePoller, noticePoller],
	jobs: invitationJobs,
	checks: groupChecks,
	personalData: groupData,
	access: { findGroup: findGroupByToken, findClaim: findClaimByToken },
};
