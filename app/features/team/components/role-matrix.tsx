import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useActionLabels } from '#app/lib/action-labels.ts';
import { useRoleLabels } from '#app/lib/role-labels.ts';
import { Icon } from '#app/ui/icon.tsx';
import { ScrollBox } from '#app/ui/scroll-box.tsx';
import { can, memberCan, organisationActions, organisationRoles } from '#shared/rules/permissions.ts';

/** The permissions of each role, as a table. */
export function RoleMatrix() {
	const { t } = useLingui();
	const actions = useActionLabels();
	const roles = useRoleLabels();
	return (
		<details className="rounded-lg border border-hairline bg-surface">
			<summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-medium">
				<Trans>What each role can do</Trans>
			</summary>
			<ScrollBox label={t`What each role can do`} className="border-t">
				<table className="w-full text-sm">
					<thead>
						<tr className="border-b text-muted">
							<th scope="col" className="px-4 py-2 text-start font-medium">
								<Trans>Can</Trans>
							</th>
							{organisationRoles.map((role) => (
								<th key={role} scope="col" className="px-3 py-2 text-center font-medium whitespace-nowrap">
									{roles[role]}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{organisationActions.map((action) => (
							<tr key={action} className="border-b last:border-b-0">
								<th scope="row" className="min-w-52 px-4 py-2 text-start font-normal">
									{actions[action]}
									{memberCan({ role: 'owner', isLimited: true }, action) ? null : (
										<span aria-hidden="true" className="text-muted">
											{' '}
											*
										</span>
									)}
								</th>
								{organisationRoles.map((role) => (
									<td key={role} className="px-3 py-2 text-center">
										{can(role, action) ? (
											<Icon icon={Check} size={16} label={t`Yes`} className="mx-auto" />
										) : (
											<span className="text-muted">
												<span aria-hidden="true">–</span>
												<span className="sr-only">{t`No`}</span>
											</span>
										)}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<p className="border-t px-4 py-3 text-compact text-muted">
				<Trans>
					* Only for members who reach all events. Single rights can be added to a member’s role, or removed.
				</Trans>
			</p>
		</details>
	);
}
