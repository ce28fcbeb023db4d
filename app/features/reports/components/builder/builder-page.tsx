import { useLingui } from '@lingui/react/macro';
import { useDatasets, useReport } from '#app/features/reports/api.ts';
import { newDraft } from '#app/features/reports/draft.ts';
import { useViewerTimeZone } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { SandboxNote } from '#app/shell/sandbox-note.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { memberCan } from '#shared/rules/permissions.ts';

const ReportBuilder = lazyPart(
	() => import('./report-builder.tsx').then((module) => module.ReportBuilder),
	<Waiting />,
);

/** One report: saved, ready-made, or new. */
export function BuilderPage(props: {
	user: CurrentUser;
	organisation: string | null;
	/** Null: not saved. */
	report: string | null;
	ready: string | null;
}) {
	const { t } = useLingui();
	const zone = useViewerTimeZone();
	const able = props.user.organisations.filter((one) => memberCan(one, 'reports.view'));
	const organisation = able.find(({ id }) => id === props.organisation) ?? able[0];
	const catalogue = useDatasets(organisation?.id ?? '');
	const saved = useReport(organisation?.id ?? '', props.report);
	const error = readError(catalogue) ?? (props.report ? readError(saved) : null);
	if (organisation && error) return <ErrorScreen error={error} />;
	const ready = catalogue.data?.ready.find(({ key }) => key === props.ready);
	const first = catalogue.data?.data.find(({ isAllowed }) => isAllowed);
	const report = saved.data ?? null;
	const title = report?.name ?? ready?.name ?? t`New report`;
	const isThere = catalogue.data && zone !== null && (props.report === null || report !== null);
	return (
		<PageFrame
			title={title}
			description={
				// Its lines have their place before they are known, so nothing moves.
				props.ready ? (
					<span className="block min-h-[2lh] sm:min-h-[1lh]">{ready?.description}</span>
				) : (
					report?.note
				)
			}
			breadcrumb={<Breadcrumb items={[{ label: t`Custom Reports`, to: '/custom-reports' }]} />}
		>
			{organisation ? <SandboxNote of={organisation} /> : null}
			<PlanHint organisation={organisation?.id} need="hasReports" />
			{organisation ? null : <Callout tone="neutral">{t`Your role can’t see reports.`}</Callout>}
			{organisation && !isThere ? <Waiting /> : null}
			{organisation && isThere && first ? (
				<ReportBuilder
					key={`${organisation.id}:${props.report}:${props.ready}`}
					organisation={organisation.id}
					datasets={catalogue.data.data}
					report={report}
					canManage={memberCan(organisation, 'reports.manage')}
					seesMembers={memberCan(organisation, 'members.view')}
					start={
						report ??
						(ready
							? { ...ready, query: { ...ready.query, timeZone: zone } }
							: { name: '', ...newDraft(first, zone) })
					}
				/>
			) : null}
		</PageFrame>
	);
}

function Waiting() {
	return (
		<div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
			<Skeleton className="h-[36rem] max-lg:hidden" />
			<Skeleton className="h-96" />
		</div>
	);
}
