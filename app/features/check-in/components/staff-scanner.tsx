import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldX, Wifi, WifiOff } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useScanSignals } from '#app/features/scanner/use-scanner.ts';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { StaffEvent } from '#shared/contracts/check-in.ts';
import { type DoorAccess, isRefused, useDoorData, useLiveDoor, useMemberDoor, useStaffDoor } from '../api.ts';
import { useDoor } from '../use-door.ts';
import { GuestListCard } from './guest-list-card.tsx';
import { ScanCard } from './scan-card.tsx';

/** The staff scanner of section 2 of the specification, behind a token in the path. */
export function StaffScanner({ token }: { token: string }) {
	return <DoorScanner access={useStaffDoor(token)} />;
}

/** The same door for a signed-in member. */
export function MemberScanner({ event }: { event: string }) {
	return <DoorScanner access={useMemberDoor(event)} />;
}

function DoorScanner({ access }: { access: DoorAccess }) {
	const event = useDoorData(access);
	const [hasEnded, setEnded] = useState(false);
	const onEnded = useCallback(() => setEnded(true), []);
	useLiveDoor(access, event.isSuccess && !hasEnded, onEnded);
	// Once the list is here a failing refetch does not take it away; only the end of the link does.
	const isClosed = hasEnded || isRefused(event.error);
	if (event.data && !isClosed) return <DoorScreen access={access} data={event.data} />;
	if (event.isPending && !isClosed) return <Loading />;
	return <AccessDenied onRetry={isClosed ? undefined : () => void event.refetch()} />;
}

function Loading() {
	return (
		<div role="status" className="m-auto flex flex-col items-center gap-4 py-24">
			<Spinner size={32} isDecorative />
			<p className="text-muted">
				<Trans>Loading event scanner...</Trans>
			</p>
		</div>
	);
}

function AccessDenied({ onRetry }: { onRetry: (() => void) | undefined }) {
	return (
		<section className="form-width m-auto flex flex-col items-center gap-4 py-24 text-center">
			<Icon icon={ShieldX} size={24} className="size-12 text-danger" />
			<h1 className="title-page">
				<Trans>Access Denied</Trans>
			</h1>
			<p className="text-muted">
				<Trans>Invalid or expired scanner access. Please get a new QR code from the event organizer.</Trans>
			</p>
			{onRetry ? (
				<Button variant="outline" onClick={onRetry}>
					<Trans>Try again</Trans>
				</Button>
			) : null}
		</section>
	);
}

function DoorScreen({ access, data }: { access: DoorAccess; data: StaffEvent }) {
	const signals = useScanSignals();
	const { give } = signals;
	const door = useDoor(access, give);
	return (
		<div className="page-width flex w-full flex-col gap-5 py-5 md:py-8">
			<DoorHeader data={data} />
			<Tiles stats={data.stats} />
			<div className="grid items-start gap-5 lg:grid-cols-2">
				{data.link.abilities.includes('scan') ? <ScanCard door={door} signals={signals} /> : null}
				<GuestListCard access={access} data={data} door={door} />
			</div>
		</div>
	);
}

function DoorHeader({ data }: { data: StaffEvent }) {
	const formats = useFormats();
	const { event } = data;
	return (
		<header className="flex flex-wrap items-start justify-between gap-3">
			<div className="min-w-0">
				<Badge variant="secondary">
					<Trans>Staff Scanner</Trans>
				</Badge>
				<h1 className="title-page mt-2 [overflow-wrap:anywhere]" dir="auto">
					{event.title}
				</h1>
				<p className="text-muted">
					{[event.location, formats.dateTime(event.startDate, event.timeZone)].filter(Boolean).join(' · ')}
				</p>
			</div>
			<Connection />
		</header>
	);
}

const subscribeToConnection = (notify: () => void) => {
	window.addEventListener('online', notify);
	window.addEventListener('offline', notify);
	return () => {
		window.removeEventListener('online', notify);
		window.removeEventListener('offline', notify);
	};
};

/** Follows the browser's online and offline events. */
function Connection() {
	const { t } = useLingui();
	const isOnline = useSyncExternalStore(
		subscribeToConnection,
		() => navigator.onLine,
		() => true,
	);
	return (
		<span role="status">
			<StatusBadge tone={isOnline ? 'success' : 'warning'} icon={isOnline ? Wifi : WifiOff}>
				{isOnline ? t`Connected` : t`Offline Mode`}
			</StatusBadge>
		</span>
	);
}

function Tiles({ stats }: { stats: StaffEvent['stats'] }) {
	const { t } = useLingui();
	const formats = useFormats();
	const tiles = [
		{ label: t`Checked In`, value: formats.number(stats.checkedInCount) },
		{ label: t`Total Guests`, value: formats.number(stats.totalAttendees) },
		{ label: t`Check-in Rate`, value: formats.percent(stats.checkInRate / 100) },
	];
	return (
		<dl className="grid grid-cols-3 gap-2 md:gap-4" aria-label={t`Figures`}>
			{tiles.map((tile) => (
				<div
					key={tile.label}
					className="rounded-lg border border-hairline bg-surface flex flex-col-reverse justify-end px-3 py-3 md:px-5 md:py-4"
				>
					<dt className="text-xs text-muted md:text-sm">{tile.label}</dt>
					<dd className="text-2xl font-semibold tabular-nums md:text-4xl">{tile.value}</dd>
				</div>
			))}
		</dl>
	);
}
