import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { readError } from '#app/lib/read-error.ts';
import { useViewerTime } from '#app/lib/viewer-time.ts';
import { EventStatus } from '#app/shell/event-workspace.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { SANDBOX_EVENTS, SANDBOX_GUESTS } from '#shared/rules/sandbox.ts';
import { useApiKeys, useSandbox, useSandboxActions } from '../api.ts';
import { SandboxClock, Span } from './sandbox-clock.tsx';
import { SandboxMails } from './sandbox-mails.tsx';
import { SandboxOrders } from './sandbox-orders.tsx';

/** The sandbox of an organisation: its events, its clock, its emails, and the way to begin again. */
export function SandboxSection({ organisation }: { organisation: string }) {
	const found = useSandbox(organisation);
	useFreshWhenSettled(found.data?.sandbox?.isSettled);
	const error = readError(found);
	if (error) return <ErrorCallout error={error} onRetry={found.refetch} />;
	if (!found.data) return <Skeleton className="h-96" />;
	const { sandbox } = found.data;
	if (!sandbox) return <NoSandbox organisation={organisation} />;
	return (
		<div className="flex flex-col gap-8">
			<Head organisation={organisation} sandbox={sandbox} />
			<SandboxClock organisation={organisation} sandbox={sandbox} />
			<Events sandbox={sandbox} />
			<SandboxOrders organisation={organisation} sandbox={sandbox} />
			<SandboxMails organisation={organisation} count={sandbox.keptMails} />
			<History sandbox={sandbox} />
		</div>
	);
}

/** Reads everything anew when the clock has stopped: events, figures and lists are of another time. */
function useFreshWhenSettled(isSettled: boolean | undefined) {
	const queries = useQueryClient();
	const wasSettled = useRef(isSettled);
	useEffect(() => {
		if (wasSettled.current === false && isSettled) void queries.invalidateQueries();
		wasSettled.current = isSettled;
	}, [isSettled, queries]);
}

function NoSandbox({ organisation }: { organisation: string }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { create } = useSandboxActions(organisation);
	const hasKeys = (useApiKeys(organisation).data?.data.length ?? 0) > 0;
	return (
		<EmptyState
			title={
				hasKeys
					? t`No sandbox yet. The first test key creates one.`
					: t`No keys yet. A test key comes with a sandbox to try things in.`
			}
			description={t`It comes with ${SANDBOX_EVENTS} events and ${SANDBOX_GUESTS} guests. No emails are sent and no money moves.`}
			action={
				<Button
					icon={FlaskConical}
					isLoading={create.isPending}
					onClick={() => void attempt(create.mutateAsync(undefined), t`Sandbox created`)}
				>
					<Trans>Create sandbox</Trans>
				</Button>
			}
		/>
	);
}

function Head({ organisation, sandbox }: { organisation: string; sandbox: Sandbox }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { reset } = useSandboxActions(organisation);
	const [isAsking, setAsking] = useState(false);
	return (
		<section className="flex flex-col gap-4" aria-labelledby="sandbox">
			<div className="flex flex-wrap items-start justify-between gap-3">
				<div className="min-w-0 flex-1 basis-64">
					<h2 id="sandbox" className="text-lg font-medium [overflow-wrap:anywhere]" dir="auto">
						{sandbox.name}
					</h2>
					<p className="text-muted">
						<Trans>
							A separate organisation for your team. Select it like any other organisation, or call it with a
							test key.
						</Trans>
					</p>
				</div>
				<Button variant="outline" icon={RotateCcw} onClick={() => setAsking(true)}>
					<Trans>Reset</Trans>
				</Button>
			</div>
			<Callout icon={FlaskConical}>
				<Trans>
					Its events are not listed, its emails are stored below, and payments accept test cards only.
					Webhooks are sent, with <code dir="ltr">livemode: false</code>.
				</Trans>
			</Callout>
			<p className="flex flex-wrap items-center gap-2 text-sm text-muted">
				<Trans>Organisation ID</Trans>
				<code dir="ltr" className="[overflow-wrap:anywhere]">
					{sandbox.id}
				</code>
				<CopyButton text={sandbox.id} label={t`Copy ID`} />
			</p>
			<ConfirmDialog
				isOpen={isAsking}
				onClose={() => setAsking(false)}
				title={t`Reset the sandbox?`}
				description={t`All its events, guests, orders and emails are deleted, and it starts again with ${SANDBOX_EVENTS} events and ${SANDBOX_GUESTS} guests. Test keys, and webhooks for all events, keep working.`}
				confirmLabel={t`Reset`}
				isPending={reset.isPending}
				onConfirm={() =>
					void attempt(reset.mutateAsync(undefined), t`Sandbox reset`).then(() => setAsking(false))
				}
			/>
		</section>
	);
}

function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-3" aria-labelledby={id}>
			<h3 id={id} className="font-medium">
				{title}
			</h3>
			{children}
		</section>
	);
}

function Events({ sandbox }: { sandbox: Sandbox }) {
	const formats = useFormats();
	if (sandbox.events.length === 0) return null;
	return (
		<Part id="sandbox-events" title={<Trans>Events</Trans>}>
			<ul className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
				{sandbox.events.map((event) => (
					<li key={event.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
						<div className="min-w-0 flex-1 basis-64">
							<p className="flex flex-wrap items-center gap-2">
								<Link
									to={`/events/${event.slug}/overview`}
									className="link [overflow-wrap:anywhere]"
									dir="auto"
								>
									{event.title}
								</Link>
								<EventStatus status={event.status} />
							</p>
							<p className="text-sm text-muted">{formats.dateTime(event.startsAt, event.timeZone)}</p>
						</div>
						<p className="text-sm text-muted tabular-nums">
							<Plural value={event.guests} one="# guest" other="# guests" />
						</p>
					</li>
				))}
			</ul>
		</Part>
	);
}

function History({ sandbox }: { sandbox: Sandbox }) {
	const dateTime = useViewerTime();
	return (
		<Part id="sandbox-history" title={<Trans>History</Trans>}>
			<ul className="flex flex-col gap-1 text-sm text-muted">
				{sandbox.acts.map((act) => (
					<li key={act.id}>
						<span className="text-ink">
							<Done act={act} />
						</span>
						{' · '}
						{dateTime(act.at)}
						{act.by ? ` · ${act.by}` : ''}
					</li>
				))}
			</ul>
		</Part>
	);
}

function Done({ act: { kind, hours } }: { act: Sandbox['acts'][number] }) {
	if (kind === 'made') return <Trans>Created</Trans>;
	if (kind === 'reset') return <Trans>Reset</Trans>;
	return (
		<>
			<Trans>Moved on by</Trans> <Span hours={hours} />
		</>
	);
}
