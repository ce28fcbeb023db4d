import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import { dateNotOpen, enterDoor } from '../staff-entry.ts';
import { WaitingScans } from './waiting-scans.tsx';

export interface AccessDeniedProps {
	session: DoorSession;
	view: SessionView;
	token: string | null;
	isMember?: boolean;
	onRetry?: () => void;
}

/**
 * The door is closed to this device. A link with a PIN or a limit of devices is not entered by its own token: then this device
 * asks for one of its own, or for the PIN.
 */
export function AccessDenied({ session, view, token, isMember = false, onRetry }: AccessDeniedProps) {
	const navigate = useNavigate();
	const formats = useFormats();
	const { t } = useLingui();
	// A date of a series closed and another is on: this device goes there by itself, unless scans of this one wait to be sent from here.
	const isWaiting = view.waiting + view.waitingSales > 0;
	const [isEntering, setEntering] = useState(
		token !== null && !onRetry && view.ended !== 'revoked' && !isWaiting,
	);
	const [refusal, setRefusal] = useState<AppError | null>(null);
	/** The next date of the series, where the link is one of a series. */
	const next = dateNotOpen(refusal);
	const opensAt = next?.opensAt;
	const opens = next ? formats.dateTime(next.opensAt, next.timeZone) : '';
	const mayGoOn = token !== null && view.ended === 'ended' && !isWaiting;
	useEffect(() => {
		if (mayGoOn) setEntering(true);
	}, [mayGoOn]);
	useEffect(() => {
		if (!opensAt || !mayGoOn) return;
		const timer = setTimeout(() => setEntering(true), timeUntil(opensAt));
		return () => clearTimeout(timer);
	}, [opensAt, mayGoOn]);
	useEffect(() => {
		if (!isEntering || token === null) return;
		let isOver = false;
		enterDoor(token, '')
			.then(async (answer) => {
				if (isOver) return;
				if (answer.needsPin) await navigate(`/staff-access/${token}`, { replace: true });
				else if (answer.token !== token) await navigate(`/scan/${answer.token}`, { replace: true });
			})
			.catch((error) => {
				// Why the link opens nothing: its event has ended, or its devices are as many as it allows.
				if (!isOver && error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION')
					setRefusal(error);
			})
			.finally(() => {
				if (!isOver) setEntering(false);
			});
		return () => {
			isOver = true;
		};
	}, [isEntering, token, navigate]);
	if (isEntering) return <Spinner size={32} className="m-auto my-24" />;
	return (
		<DeniedScreen
			reason={
				view.ended === 'event_over' ? (
					<Trans>The event has ended, and access ended with it.</Trans>
				) : next ? (
					t`Check-in for the next date opens at ${opens}.`
				) : (
					(refusal?.userMessage ?? '')
				)
			}
			way={
				isMember ? (
					<ButtonLink to="/qr-scanner" variant="outline">
						<Trans>Choose another event</Trans>
					</ButtonLink>
				) : (
					<EnterCodeLink />
				)
			}
		>
			{onRetry ? (
				<Button variant="outline" onClick={onRetry}>
					<Trans>Try again</Trans>
				</Button>
			) : null}
			<WaitingScans session={session} view={view} />
		</DeniedScreen>
	);
}

/** Longest that a timer of the browser waits. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A moment after the instant, so that the server’s clock is there too. */
const timeUntil = (at: string) => Math.min(Math.max(0, Date.parse(at) - Date.now()) + 2_000, MAX_TIMER_MS);

/** An incomplete link, detected without a request. */
export function IncompleteLink() {
	return (
		<DeniedScreen
			reason={
				<Trans>This link is incomplete. Open it again from the message, or enter the access code.</Trans>
			}
			way={<EnterCodeLink />}
		/>
	);
}

function EnterCodeLink() {
	return (
		<ButtonLink to="/staff-access/enter" variant="outline">
			<Trans>Enter access code</Trans>
		</ButtonLink>
	);
}

function DeniedScreen({
	reason,
	way,
	children,
}: {
	reason: ReactNode;
	way: ReactNode;
	children?: ReactNode;
}) {
	return (
		<section className="form-width m-auto flex flex-col items-center gap-4 py-24 text-center">
			<Icon icon={ShieldX} size={24} className="size-12 text-danger" />
			<h1 className="title-page">
				<Trans>Access Denied</Trans>
			</h1>
			<p className="text-muted">
				<Trans>Invalid or expired scanner access. Please get a new QR code from the event organizer.</Trans>
			</p>
			{reason ? <p className="text-muted">{reason}</p> : null}
			{children}
			{way}
		</section>
	);
}
