import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useActionLabels } from '#app/lib/action-labels.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import type { Member } from '#shared/contracts/team.ts';
import {
	adjustableActions,
	can,
	type MemberRights,
	memberCan,
	type OrganisationAction,
} from '#shared/rules/permissions.ts';
import type { MemberBody } from '../api.ts';
import { RightsFields, useRights } from './rights-fields.tsx';

/** Changes role, events and single rights of a member. */
export function MemberDialog(props: {
	organisation: string;
	giver: MemberRights;
	member: Member;
	onSave: (body: MemberBody) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { member } = props;
	const rights = useRights(member);
	const [extra, setExtra] = useState<OrganisationAction[]>(member.extra);
	const [denied, setDenied] = useState<OrganisationAction[]>(member.denied);
	const form = useFormCall({
		labels: { reach: t`Events` },
		checks: { reach: () => (rights.isComplete ? undefined : t`Choose at least one event.`) },
		send: () => {
			const { role } = rights;
			return props.onSave({
				role,
				eventIds: rights.chosen,
				// What the role has anyway is no extra; what it lacks need not be denied.
				extra: role === 'owner' ? [] : extra.filter((action) => !can(role, action)),
				denied: role === 'owner' ? [] : denied.filter((action) => can(role, action)),
			});
		},
	});
	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={t`Rights of ${member.name || member.email}`}
			footer={
				<>
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
					<Button type="submit" form="member" isLoading={form.isPending}>{t`Save`}</Button>
				</>
			}
		>
			<Form id="member" method="post" errors={form.summary} onSubmit={form.submit}>
				<RightsFields
					organisation={props.organisation}
					giver={props.giver}
					rights={rights}
					reachError={form.errorOf('reach')}
				/>
				{rights.role === 'owner' ? null : (
					<SingleRights
						rights={{ role: rights.role, isLimited: rights.chosen !== null, extra, denied }}
						giver={props.giver}
						onChange={(action, is) => {
							const isByRole = can(rights.role, action);
							setExtra((old) => toggled(old, action, is && !isByRole));
							setDenied((old) => toggled(old, action, !is && isByRole));
						}}
					/>
				)}
			</Form>
		</Dialog>
	);
}

const toggled = (list: OrganisationAction[], action: OrganisationAction, isIn: boolean) =>
	isIn ? [...new Set([...list, action])] : list.filter((one) => one !== action);

/** Each ability with what the role says, and the way to differ from it. Nobody gives what they lack. */
function SingleRights(props: {
	rights: MemberRights;
	giver: MemberRights;
	onChange: (action: OrganisationAction, isAllowed: boolean) => void;
}) {
	const { t } = useLingui();
	const labels = useActionLabels();
	const { rights, giver } = props;
	const differing = (rights.extra?.length ?? 0) + (rights.denied?.length ?? 0);
	const offered = adjustableActions.filter(
		(action) =>
			memberCan(giver, action) &&
			// Nothing of the organisation as a whole for who reaches chosen events only.
			memberCan({ role: 'owner', isLimited: rights.isLimited }, action),
	);
	return (
		<details className="rounded-md border">
			<summary className="min-h-11 cursor-pointer px-3 py-2.5 text-sm font-medium">
				{differing > 0 ? <Trans>Single rights (differ from the role)</Trans> : <Trans>Single rights</Trans>}
			</summary>
			<ul className="flex flex-col gap-3 border-t p-3">
				{offered.map((action) => {
					const isByRole = can(rights.role, action);
					return (
						<li key={action}>
							<Select
								label={labels[action]}
								value={memberCan(rights, action) ? 'yes' : 'no'}
								onChange={({ target }) => props.onChange(action, target.value === 'yes')}
								options={[
									{ value: 'yes', label: isByRole ? t`Yes, by role` : t`Yes, added` },
									{ value: 'no', label: isByRole ? t`No, removed` : t`No, by role` },
								]}
							/>
						</li>
					);
				})}
			</ul>
		</details>
	);
}
