import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker, useNavigate } from 'react-router';
import { usePreview, useReportActions } from '#app/features/reports/api.ts';
import { chartOf } from '#app/features/reports/chart-data.ts';
import { draftOf, queryOf, type ReportDraft } from '#app/features/reports/draft.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors } from '#app/lib/form-errors.ts';
import { useSettledText } from '#app/lib/settled-text.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { Dataset, Report, ReportQuery } from '#shared/contracts/reports.ts';
import type { ReportChart as Chart } from '#shared/rules/report-query.ts';
import { ReportChart } from '../report-chart.tsx';
import { ReportTable } from '../report-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { QueryEditor } from './query-editor.tsx';

const Sheet = lazyDialog(() => import('#app/ui/sheet.tsx').then((module) => module.Sheet));
const SaveDialog = lazyDialog(() => import('./save-dialog.tsx').then((module) => module.SaveDialog));
const ShareDialog = lazyDialog(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));
const ScheduleDialog = lazyDialog(() =>
	import('./schedule-dialog.tsx').then((module) => module.ScheduleDialog),
);

/** A pause in typing after which the preview follows. */
const PREVIEW_MS = 400;

type Opened = 'edit' | 'save' | 'copy' | 'share' | 'schedule';

/**
 * Builds a report: the fields on one side, what they give on the other. On a narrow screen the answer comes first and the
 * fields are in a sheet.
 */
export function ReportBuilder(props: {
	organisation: string;
	datasets: readonly Dataset[];
	/** Null: not saved yet. */
	report: Report | null;
	start: { name: string; query: ReportQuery; chart: Chart };
	canManage: boolean;
	/** May choose members to send it to. */
	seesMembers: boolean;
}) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { organisation, datasets, report, start } = props;
	const [draft, setDraft] = useState<ReportDraft>(() => draftOf(start.query, start.chart));
	const [saved, setSaved] = useState(() => JSON.stringify(draftOf(start.query, start.chart)));
	const [dialog, setDialog] = useState<Opened | null>(null);
	const actions = useReportActions(organisation);
	const query = queryOf(draft);
	const isChanged = JSON.stringify(draft) !== saved;
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			isChanged && props.canManage && currentLocation.pathname !== nextLocation.pathname,
	);
	const canSave = report === null || report.isMine || report.sharing === 'organisation';
	const close = () => setDialog(null);

	/** At once, so that the way to another page does not ask about changes. */
	function showSaved() {
		flushSync(() => {
			setSaved(JSON.stringify(draft));
			close();
		});
		toast({ variant: 'success', description: t`Report saved` });
	}

	async function save(values: { name: string; note: string; sharing: Report['sharing'] }) {
		if (!query) return;
		const body = { ...values, query, chart: draft.chart };
		if (report && dialog === 'save')
			await actions.update.mutateAsync({ report: report.id, version: report.version, ...body });
		else {
			const made = await actions.create.mutateAsync(body);
			showSaved();
			void navigate(`/custom-reports/${made.id}?organisation=${organisation}`, { replace: true });
			return;
		}
		showSaved();
	}

	const editor = (
		<QueryEditor organisation={organisation} datasets={datasets} draft={draft} onChange={setDraft} />
	);
	return (
		<div className="flex flex-col gap-6">
			<Toolbar
				report={report}
				canManage={props.canManage}
				canSave={canSave}
				isReady={query !== null}
				isChanged={isChanged}
				onOpen={setDialog}
			>
				<ExportMenu organisation={organisation} query={query} name={report?.name ?? start.name} />
			</Toolbar>
			<div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
				{/* Once on the page: its radio buttons are one group. */}
				{dialog === 'edit' ? (
					<div className="max-lg:hidden" />
				) : (
					<section
						aria-label={t`What the report shows`}
						className="rounded-lg border bg-surface p-4 max-lg:hidden"
					>
						{editor}
					</section>
				)}
				<Preview
					organisation={organisation}
					query={query}
					chart={draft.chart}
					onClearFilters={() => setDraft({ ...draft, query: { ...draft.query, filters: [] } })}
				/>
			</div>
			{dialog === 'edit' ? <EditorSheet onClose={close}>{editor}</EditorSheet> : null}
			{dialog === 'save' || dialog === 'copy' ? (
				<SaveDialog
					report={dialog === 'save' ? report : null}
					name={report ? report.name : start.name}
					onSave={save}
					onClose={close}
				/>
			) : null}
			{dialog === 'share' && report ? (
				<ShareDialog organisation={organisation} report={report} isChanged={isChanged} onClose={close} />
			) : null}
			{dialog === 'schedule' && report ? (
				<ScheduleDialog
					organisation={organisation}
					report={report}
					isChanged={isChanged}
					seesMembers={props.seesMembers}
					onClose={close}
				/>
			) : null}
			<ConfirmDialog
				isOpen={blocker.state === 'blocked'}
				onClose={() => blocker.reset?.()}
				title={t`Leave without saving?`}
				description={t`Your unsaved changes will be lost.`}
				confirmLabel={t`Leave`}
				onConfirm={() => blocker.proceed?.()}
			/>
		</div>
	);
}

/** Actions for the whole report; on a narrow screen also the way to its fields. */
function Toolbar(props: {
	report: Report | null;
	canManage: boolean;
	canSave: boolean;
	/** The fields make a report. */
	isReady: boolean;
	isChanged: boolean;
	onOpen: (what: Opened) => void;
	children: ReactNode;
}) {
	const { t } = useLingui();
	const { report, canSave, isReady, onOpen } = props;
	return (
		<div className="flex flex-wrap items-center gap-2">
			{props.canManage ? (
				<Button onClick={() => onOpen(canSave ? 'save' : 'copy')} isDisabled={!isReady}>
					{canSave ? t`Save` : t`Save a copy`}
				</Button>
			) : null}
			<Button
				variant="outline"
				icon={SlidersHorizontal}
				aria-haspopup="dialog"
				className="lg:hidden"
				onClick={() => onOpen('edit')}
			>
				{t`Edit report`}
			</Button>
			{props.canManage && report ? (
				<>
					{canSave ? (
						<Button variant="outline" onClick={() => onOpen('copy')} isDisabled={!isReady}>
							{t`Save a copy`}
						</Button>
					) : null}
					<Button variant="outline" onClick={() => onOpen('schedule')}>{t`Schedule`}</Button>
					<Button variant="outline" onClick={() => onOpen('share')}>{t`Share link`}</Button>
				</>
			) : null}
			{props.children}
			<span role="status" className="text-sm text-muted">
				{props.isChanged ? t`Not saved` : null}
			</span>
		</div>
	);
}

/** The fields of the report over the answer. */
function EditorSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
	const { t } = useLingui();
	// A window that has room for the fields beside the answer shows them there.
	useEffect(() => {
		const wide = matchMedia('(width >= 64rem)');
		wide.addEventListener('change', onClose);
		return () => wide.removeEventListener('change', onClose);
	}, [onClose]);
	return (
		<Sheet
			isOpen
			onClose={onClose}
			title={t`What the report shows`}
			footer={<Button onClick={onClose}>{t`Show report`}</Button>}
		>
			{children}
		</Sheet>
	);
}

/** Parts of a query that its errors name. */
const queryFields = ['columns', 'groups', 'measures', 'filters', 'order', 'limit', 'timeZone'];

/** The first rows of the query, a moment after it was changed. */
function Preview(props: {
	organisation: string;
	query: ReportQuery | null;
	chart: Chart;
	onClearFilters: () => void;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { organisation, chart } = props;
	const current = JSON.stringify(props.query);
	const settled = useSettledText(current, PREVIEW_MS);
	const query = JSON.parse(settled) as ReportQuery | null;
	const { data, error, isFetching, isPlaceholderData, refetch } = usePreview(organisation, query);
	if (!query)
		return <EmptyState title={t`Choose what to count.`} description={t`Start with a ready-made report.`} />;
	const isOld = isPlaceholderData || settled !== current;
	const drawn = data && chartOf(data.columns, data.rows, chart);
	return (
		<section
			aria-label={t`Preview`}
			aria-busy={isFetching || isOld}
			className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20"
		>
			<p role="status" className="sr-only">
				{data && !isOld && !error ? t`${plural(data.rows.length, { one: '# row', other: '# rows' })}` : ''}
			</p>
			{error ? (
				<Callout
					tone="danger"
					action={<Button size="sm" variant="outline" onClick={() => void refetch()}>{t`Try again`}</Button>}
				>
					{formErrors(error, queryFields, errorText)
						.map(({ message }) => message)
						.join(' ')}
				</Callout>
			) : null}
			{!data && !error ? <Skeleton className="h-96" /> : null}
			{data && !error ? (
				<div className={isOld ? 'flex flex-col gap-4 opacity-60' : 'flex flex-col gap-4'}>
					{data.leftOut.length > 0 ? (
						<Callout tone="neutral">{t`Your role may not see some columns of this report, so they are left out.`}</Callout>
					) : null}
					{data.rows.length === 0 ? (
						<EmptyState
							title={query.filters.length > 0 ? t`No results for these filters.` : t`No results yet`}
							action={
								query.filters.length > 0 ? (
									<Button variant="outline" onClick={props.onClearFilters}>{t`Clear filters`}</Button>
								) : undefined
							}
						/>
					) : (
						<>
							{drawn ? <ReportChart data={drawn} columns={data.columns} timeZone={query.timeZone} /> : null}
							<ReportTable label={t`Rows of the report`} {...data} timeZone={query.timeZone} />
							{data.hasMore ? (
								<p className="text-sm text-muted">
									<Plural
										value={data.rows.length}
										one="The first row. An export has all of them."
										other="The first # rows. An export has all of them."
									/>
								</p>
							) : null}
						</>
					)}
				</div>
			) : null}
		</section>
	);
}
