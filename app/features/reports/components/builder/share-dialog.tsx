import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useReportLinks } from '#app/features/reports/api.ts';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useAppUrl } from '#app/shell/app-url.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ReportLink } from '#shared/contracts/report-sharing.ts';
import type { Report } from '#shared/contracts/reports.ts';

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30, 90];

/** Links with which anybody reads a report: made, copied, revoked. */
export function ShareDialog(props: {
	organisation: string;
	report: Report;
	/** What is shared is what is saved. */
	isChanged: boolean;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const appUrl = useAppUrl();
	const { organisation, report } = props;
	const links = useReportLinks(organisation, report.id);
	const [days, setDays] = useState('30');
	const [label, setLabel] = useState('');
	const [made, setMade] = useState<string | null>(null);
	const live = links.list.data?.data ?? [];

	async function make() {
		const expiresAt = new Date(Date.now() + Number(days) * DAY_MS - 60_000).toISOString();
		await attempt(
			links.create.mutateAsync({ label, expiresAt }).then(({ path }) => {
				setMade(`${appUrl}${path}`);
				setLabel('');
			}),
		);
	}

	return (
		<Dialog
			isOpen
			size="lg"
			onClose={props.onClose}
			title={t`Share ${report.name}`}
			description={t`Anyone with the link sees the current groups and totals. Names and addresses are never shared.`}
		>
			<div className="flex flex-col gap-5">
				{props.isChanged ? (
					<Callout tone="neutral">{t`The link shows the report as it was last saved.`}</Callout>
				) : null}
				<div className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_auto]">
					<TextField
						label={t`For whom`}
						isOptional
						value={label}
						maxLength={100}
						autoComplete="off"
						onChange={({ target }) => setLabel(target.value)}
					/>
					<Select
						label={t`Works for`}
						value={days}
						onChange={({ target }) => setDays(target.value)}
						options={DAYS.map((value) => ({
							value: String(value),
							label: t`${plural(value, { one: '# day', other: '# days' })}`,
						}))}
					/>
					<Button isLoading={links.create.isPending} onClick={() => void make()}>{t`Create link`}</Button>
				</div>
				{made ? (
					<Callout tone="success" title={t`Copy the link now. It is not shown again.`}>
						<span className="flex flex-wrap items-center gap-3">
							<code data-testid="report-link" dir="ltr" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
								{made}
							</code>
							<CopyButton text={made} label={t`Copy link`} />
						</span>
					</Callout>
				) : null}
				<ErrorCallout error={links.list.error} onRetry={links.list.refetch} />
				{links.list.isPending ? <Skeleton className="h-16" /> : null}
				{live.length > 0 ? (
					<ul className="divide-y divide-hairline" aria-label={t`Links`}>
						{live.map((link) => (
							<LinkRow
								key={link.id}
								link={link}
								onRevoke={() => void attempt(links.revoke.mutateAsync(link.id), t`Link revoked`)}
							/>
						))}
					</ul>
				) : links.list.data ? (
					<p className="text-sm text-muted">{t`No links yet.`}</p>
				) : null}
			</div>
		</Dialog>
	);
}

function LinkRow({ link, onRevoke }: { link: ReportLink; onRevoke: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const isOver = link.revokedAt !== null || Date.parse(link.expiresAt) <= Date.now();
	const name = link.label || t`Link`;
	const until = formats.dateTime(link.expiresAt, zone);
	return (
		<li className="flex flex-wrap items-center gap-3 py-3">
			<div className="min-w-0 flex-1 basis-48">
				<p className="text-sm font-medium [overflow-wrap:anywhere]" dir="auto">
					{name}
				</p>
				<p className="text-compact text-muted">
					{link.revokedAt ? (
						<Trans>Revoked</Trans>
					) : isOver ? (
						<Trans>Ended {until}</Trans>
					) : (
						<>
							<Trans>Works until {until}</Trans>
							{' · '}
							<Plural value={link.opened} _0="not opened yet" one="opened once" other="opened # times" />
						</>
					)}
				</p>
			</div>
			{isOver ? null : (
				<Button
					size="sm"
					variant="outline"
					tone="destructive"
					onClick={onRevoke}
					aria-label={t`Revoke ${name}`}
				>
					{t`Revoke`}
				</Button>
			)}
		</li>
	);
}
