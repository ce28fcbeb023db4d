import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { useRoleLabels } from '#app/lib/role-labels.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { AdminOrganisation, AdminOrganisationDetail } from '#shared/contracts/admin-organisations.ts';
import { type OrganisationAction, useOrganisation, useOrganisationAction } from '../organisations-api.ts';
import { GrantPlan } from './grant-plan.tsx';
import { LockButton } from './lock-button.tsx';
import { PaymentsStop } from './payments-stop.tsx';
import { ReasonForm } from './reason-form.tsx';

/** One organisation: its people, events and figures, and what an administrator may do. Every act is in the audit log. */
export function OrganisationSheet(props: { organisation: AdminOrganisation | null; onClose: () => void }) {
	const { organisation, onClose } = props;
	return (
		<Sheet isOpen={organisation !== null} onClose={onClose} title={organisation?.name ?? ''}>
			{organisation ? <Loaded key={organisation.id} id={organisation.id} /> : null}
		</Sheet>
	);
}

function Loaded({ id }: { id: string }) {
	const found = useOrganisation(id);
	if (found.error) {
		return <ErrorCallout error={found.error} />;
	}
	return found.data ? <Detail organisation={found.data} /> : <Spinner />;
}

function Detail({ organisation }: { organisation: AdminOrganisationDetail }) {
	const { t } = useLingui();
	const formats = useFormats();
	const roles = useRoleLabels();
	const dateTime = useViewerTime();
	const { figures, people, newestEvents, verifiedAt, lockedAt } = organisation;
	const tiles: [string, number][] = [
		[t`Published`, figures.published],
		[t`Upcoming`, figures.ahead],
		[t`Orders`, figures.orders],
		[t`Guests`, figures.guests],
		[t`Checked in`, figures.checkedIn],
	];
	return (
		<div className="flex flex-col gap-6">
			{lockedAt ? (
				<Callout tone="warning" title={t`Locked ${dateTime(lockedAt)}`}>
					{organisation.lockReason}
				</Callout>
			) : null}
			{organisation.isSandbox ? (
				<Callout
					icon={FlaskConical}
					title={t`Sandbox`}
				>{t`Nothing in it is real. Figures and money of the installation leave it out.`}</Callout>
			) : null}
			<p className="text-sm text-muted">
				<Trans>Created {dateTime(organisation.createdAt)}</Trans>
				{verifiedAt ? (
					<>
						{' · '}
						<Trans>Verified {dateTime(verifiedAt)}</Trans>
					</>
				) : null}
			</p>
			<dl className="grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-5">
				{tiles.map(([name, value]) => (
					<div key={name} className="flex flex-col-reverse">
						<dt className="text-xs text-muted">{name}</dt>
						<dd className="text-xl font-semibold tabular-nums">{formats.number(value)}</dd>
					</div>
				))}
			</dl>
			<OrganisationActions organisation={organisation} />
			{organisation.isSandbox ? null : (
				<>
					<PaymentsStop organisation={organisation.id} />
					<GrantPlan organisation={organisation.id} />
				</>
			)}
			<section className="flex flex-col gap-2">
				<h3 className="text-sm font-semibold">
					<Plural value={organisation.members} one="# member" other="# members" />
				</h3>
				<ul className="flex flex-col divide-y">
					{people.map((one) => (
						<li key={one.userId} className="flex items-baseline justify-between gap-3 py-2 text-sm">
							<span className="min-w-0 [overflow-wrap:anywhere]">
								{one.name ? <span dir="auto">{one.name} · </span> : null}
								{one.email}
							</span>
							<span className="shrink-0 text-muted">{roles[one.role]}</span>
						</li>
					))}
				</ul>
			</section>
			<section className="flex flex-col gap-2">
				<h3 className="text-sm font-semibold">
					<Plural value={organisation.events} one="# event" other="# events" />
				</h3>
				{newestEvents.length === 0 ? (
					<p className="text-sm text-muted">
						<Trans>No events yet</Trans>
					</p>
				) : null}
				<ul className="flex flex-col divide-y">
					{newestEvents.map((one) => (
						<li key={one.id} className="flex items-baseline justify-between gap-3 py-2 text-sm">
							{one.status === 'draft' || lockedAt ? (
								<span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
									{one.title}
								</span>
							) : (
								<Link
									to={`/events/${one.slug}`}
									dir="auto"
									className="min-w-0 underline-offset-4 [overflow-wrap:anywhere] hover:underline"
								>
									{one.title}
								</Link>
							)}
							<span className="shrink-0 text-muted">
								{one.status === 'draft' ? (
									<Trans>Draft</Trans>
								) : (
									formats.shortDate(one.startsAt, one.timeZone)
								)}
							</span>
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}

function OrganisationActions({ organisation }: { organisation: AdminOrganisationDetail }) {
	const { t } = useLingui();
	const change = useOrganisationAction(organisation.id);
	const [isLocking, setIsLocking] = useState(false);
	const run = async (act: OrganisationAction, reason?: string) => {
		try {
			await change.mutateAsync({ act, ...(reason && { reason }) });
			setIsLocking(false);
			toast({ variant: 'success', description: t`Done.` });
		} catch {
			// Shown above the buttons.
		}
	};
	return (
		<div className="flex flex-col gap-3">
			<ErrorCallout error={change.error} />
			{isLocking ? (
				<ReasonForm
					hint={t`Closes its event pages and registration. Tickets stay valid and check-in goes on.`}
					label={t`Lock organisation`}
					isPending={change.isPending}
					onSubmit={(reason) => void run('lock', reason)}
					onCancel={() => setIsLocking(false)}
				/>
			) : (
				<div className="flex flex-wrap gap-2">
					<Button variant="outline" onClick={() => void run(organisation.verifiedAt ? 'unverify' : 'verify')}>
						{organisation.verifiedAt ? <Trans>Remove verification</Trans> : <Trans>Verify</Trans>}
					</Button>
					<LockButton
						lockedAt={organisation.lockedAt}
						onUnlock={() => void run('unlock')}
						onLock={() => setIsLocking(true)}
					/>
				</div>
			)}
		</div>
	);
}
