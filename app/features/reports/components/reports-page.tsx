import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { OrganisationPicker } from '#app/shell/organisation-picker.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { ReportList } from './report-list.tsx';

const FileList = lazyPart(
	() => import('./file-list.tsx').then((module) => module.FileList),
	<RouteSkeleton />,
);

/** Reports of an organisation, and the files made of them. */
export function ReportsPage({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const [search, setSearch] = useSearchParams();
	const able = user.organisations.filter((one) => memberCan(one, 'reports.view'));
	const organisation = able.find(({ id }) => id === search.get('organisation')) ?? able[0];
	if (user.organisations.length === 0)
		return <EmptyState drawing="door" title={t`You’re not in an organisation yet`} />;
	if (!organisation) return <Callout tone="neutral">{t`Your role can’t see reports.`}</Callout>;
	const set = (name: string, value: string) =>
		setSearch(
			(before) => {
				before.set(name, value);
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	return (
		<div className="flex flex-col gap-6">
			<div className="flex flex-wrap items-end justify-between gap-4">
				<OrganisationPicker
					organisations={able}
					value={organisation.id}
					onChange={(id) => set('organisation', id)}
					className="w-full max-w-md"
				/>
				<ButtonLink to={`/custom-reports/new?organisation=${organisation.id}`} icon={Plus}>
					{t`New report`}
				</ButtonLink>
			</div>
			<SandboxNote of={organisation} />
			<Tabs
				key={organisation.id}
				label={t`Custom Reports`}
				selected={search.get('view') === 'files' ? 'files' : 'reports'}
				onSelect={(view) => set('view', view)}
				items={[
					{
						id: 'reports',
						label: t`Reports`,
						content: (
							<ReportList
								organisation={organisation.id}
								canManage={memberCan(organisation, 'reports.manage')}
							/>
						),
					},
					{ id: 'files', label: t`Files`, content: <FileList organisation={organisation.id} /> },
				]}
			/>
		</div>
	);
}
