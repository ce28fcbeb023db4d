import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { readError } from '#app/lib/read-error.ts';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { IconMenu } from '#app/ui/icon-menu.tsx';
import type { Report } from '#shared/contracts/reports.ts';
import { useDatasets, useReportActions, useReports } from '../api.ts';

/** Reports that are saved, and those that are there from the first day. */
export function ReportList({ organisation, canManage }: { organisation: string; canManage: boolean }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const navigate = useNavigate();
	const saved = useReports(organisation);
	const catalogue = useDatasets(organisation);
	const { remove } = useReportActions(organisation);
	const [removed, setRemoved] = useState<Report | null>(null);
	const error = readError(saved) ?? readError(catalogue);
	if (error)
		return <ErrorCallout error={error} onRetry={() => Promise.all([saved.refetch(), catalogue.refetch()])} />;
	if (!saved.data || !catalogue.data) return <RouteSkeleton />;
	const reports = saved.data.data;
	const to = (id: string) => `/custom-reports/${id}?organisation=${organisation}`;
	const row = (report: Report) => (
		<Row key={report.id} to={to(report.id)} name={report.name} what={whatOf(report, catalogue.data.data)}>
			{canManage ? (
				<IconMenu
					label={t`Actions for ${report.name}`}
					items={[
						{ id: 'open', label: t`Open`, onSelect: () => void navigate(to(report.id)) },
						{
							id: 'remove',
							label: t`Delete`,
							tone: 'destructive',
							onSelect: () => setRemoved(report),
						},
					]}
				/>
			) : null}
		</Row>
	);
	const mine = reports.filter(({ isMine }) => isMine);
	const others = reports.filter(({ isMine }) => !isMine);
	return (
		<div className="flex flex-col gap-8">
			{mine.length > 0 ? <Section title={<Trans>Yours</Trans>}>{mine.map(row)}</Section> : null}
			{others.length > 0 ? (
				<Section title={<Trans>Shared by the team</Trans>}>{others.map(row)}</Section>
			) : null}
			<Section title={<Trans>Ready-made</Trans>}>
				{catalogue.data.ready.map((ready) => (
					<Row
						key={ready.key}
						to={`/custom-reports/new?organisation=${organisation}&ready=${ready.key}`}
						name={ready.name}
						what={ready.description}
					/>
				))}
			</Section>
			<ConfirmDialog
				isOpen={removed !== null}
				onClose={() => setRemoved(null)}
				title={t`Delete ${removed?.name ?? ''}?`}
				description={t`Its links and schedules are deleted too. Files stay until they expire. This can’t be undone.`}
				confirmLabel={t`Delete`}
				isPending={remove.isPending}
				onConfirm={() => {
					if (removed)
						void attempt(remove.mutateAsync(removed.id), t`Report deleted`).then(() => setRemoved(null));
				}}
			/>
		</div>
	);
}

function whatOf(
	{ note, query, owner, isMine }: Report,
	datasets: readonly { id: string; label: string }[],
): string {
	const dataset = datasets.find(({ id }) => id === query.dataset)?.label ?? '';
	return [note || dataset, isMine ? '' : owner.name].filter(Boolean).join(' · ');
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-3">
			<h2 className="font-semibold">{title}</h2>
			<ul className="divide-y divide-hairline rounded-lg border bg-surface">{children}</ul>
		</section>
	);
}

function Row(props: { to: string; name: string; what: string; children?: ReactNode }) {
	return (
		<li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-ink/3">
			<div className="min-w-0 flex-1">
				<Link
					to={props.to}
					dir="auto"
					className="font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
				>
					{props.name}
				</Link>
				<p dir="auto" className="text-compact text-muted [overflow-wrap:anywhere]">
					{props.what}
				</p>
			</div>
			<div className="relative">{props.children}</div>
		</li>
	);
}
