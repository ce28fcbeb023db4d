import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRoleLabels } from '#app/lib/role-labels.ts';
import { EventsPicker } from '#app/shell/event-picker.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Select } from '#app/ui/select.tsx';
import { mostEventsOfMember } from '#shared/contracts/team.ts';
import {
	isWithinRights,
	type MemberRights,
	type OrganisationRole,
	organisationRoles,
} from '#shared/rules/permissions.ts';
import { useRoleDescriptions } from '../role-descriptions.ts';

/** A role and the events that it reaches, as a form holds them. */
export function useRights(start: { role: OrganisationRole; eventIds: string[] | null }) {
	const [role, setRole] = useState(start.role);
	const [reach, setReach] = useState<'all' | 'chosen'>(start.eventIds ? 'chosen' : 'all');
	const [eventIds, setEventIds] = useState<string[]>(start.eventIds ?? []);
	const isAll = reach === 'all' || role === 'owner';
	return {
		...{ role, setRole, reach, setReach, eventIds, setEventIds },
		/** Null: all events. */
		chosen: isAll ? null : eventIds,
		isComplete: isAll || eventIds.length > 0,
	};
}

/** Chooses a role that the giver may give, and its events. */
export function RightsFields(props: {
	organisation: string;
	giver: MemberRights;
	rights: ReturnType<typeof useRights>;
	reachError: string | undefined;
}) {
	const { t } = useLingui();
	const { rights } = props;
	const labels = useRoleLabels();
	const descriptions = useRoleDescriptions();
	const roles = organisationRoles.filter((role) => isWithinRights(props.giver, { role, isLimited: false }));
	return (
		<>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<Select
					label={t`Role`}
					name="role"
					value={rights.role}
					hint={descriptions[rights.role]}
					onChange={({ target }) => rights.setRole(target.value as OrganisationRole)}
					options={roles.map((role) => ({ value: role, label: labels[role] }))}
				/>
				{rights.role === 'owner' ? (
					<p className="text-sm text-muted sm:pt-8">
						<Trans>An owner reaches everything.</Trans>
					</p>
				) : (
					<Select
						label={t`Events`}
						name="reach"
						value={rights.reach}
						onChange={({ target }) => rights.setReach(target.value as 'all' | 'chosen')}
						error={props.reachError}
						options={optionsOf({ all: t`All events, also future ones`, chosen: t`Chosen events only` })}
					/>
				)}
			</div>
			{rights.chosen ? (
				<EventsPicker
					organisation={props.organisation}
					label={t`Add event`}
					most={mostEventsOfMember}
					chosen={rights.eventIds}
					onChange={rights.setEventIds}
				/>
			) : null}
		</>
	);
}
