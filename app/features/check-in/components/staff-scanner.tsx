import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, WifiOff } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { useScanSignals } from '#app/features/scanner/use-scanner.ts';
import { useFormats } from '#app/lib/format.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonStyle } from '#app/ui/button-style.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { isStaffToken } from '#shared/rules/staff-tokens.ts';
import { type DoorAccess, isRefused, useDoorData, useLiveDoor, useMemberDoor, useStaffDoor } from '../api.ts';
import { type DoorInfo, doorInfo } from '../door-info.ts';
import type { DoorVerdict } from '../door-verdict.ts';
import type { DoorSession } from '../offline/door-session.ts';
import type { SessionView } from '../offline/session-view.ts';
import type { SellingProps } from '../sales/components/selling.tsx';
import type { Payer } from '../sales/components/use-sale-flow.ts';
import { useDoor } from '../use-door.ts';
import { useGuestFinder } from '../use-guest-finder.ts';
import { useDoorSession } from '../use-session.ts';
import { AccessDenied, IncompleteLink } from './access-denied.tsx';
import { DoorFiles } from './door-files.tsx';
import { DoorNotices } from './door-notices.tsx';
import { DoorStatus } from './door-status.tsx';
import { EmergencyCard } from './emergency-card.tsx';
import { GuestListCard, GuestSearchField, UndoBar } from './guest-list-card.tsx';
import { OfflineCard } from './offline-card.tsx';
import { OtherWays } from './other-ways.tsx';
import { QuestionSheet } from './question-sheet.tsx';
import { ScanCard, useDoorScanner } from './scan-card.tsx';
import { SellKeyWaiting } from './sell-key-waiting.tsx';
import { VerdictScreen } from './verdict-screen.tsx';
import { WaitingScans } from './waiting-scans.tsx';

const Selling = lazy(() => import('../sales/components/selling.tsx'));

/** Selling at the door. It is fetched once it is shown, so that a door that sells nothing loads nothing of it. */
function SellKeys(props: SellingProps) {
	return (
		<Suspense fallback={<SellKeyWaiting />}>
			<Selling {...props} />
		</Suspense>
	);
}

/** The staff scanner of section 2 of the specification, behind a token in the path. */
export function StaffScanner({ token }: { token: string }) {
	const access = useStaffDoor(token);
	// The device stores one page for all links (door-worker.ts): what depends on the token waits until the page is hydrated.
	if (!useHydrated()) return <Loading />;
	if (!isStaffToken(token)) return <IncompleteLink />;
	return <DoorScanner key={token} access={access} token={token} />;
}

/** The same door for a signed-in member. */
export function MemberScanner({ event }: { event: string }) {
	return <DoorScanner key={event} access={useMemberDoor(event)} token={null} />;
}

function DoorScanner({ access, token }: { access: DoorAccess; token: string | null }) {
	const event = useDoorData(access);
	const { session, view } = useDoorSession(access);
	const [hasEnded, setEnded] = useState(false);
	const isClosed = hasEnded || isRefused(event.error) || view.ended !== null;
	useLiveDoor(access, event.isSuccess && !isClosed, {
		ended: () => setEnded(true),
		checkIn: (...received) => session.applyRemote(...received),
		changed: (isRemote) => session.scheduleSync(isRemote),
	});
	const { data } = event;
	// Before anything is painted: the list has its height from the start.
	useLayoutEffect(() => {
		if (data) session.takeScreen(data);
	}, [session, data]);
	// Once the list is here a failing refetch does not take it away; only the end of the link does.
	const info = doorInfo(data, view);
	if (isClosed)
		return <AccessDenied session={session} view={view} token={token} isMember={access.kind === 'member'} />;
	if (info) return <DoorScreen access={access} info={info} session={session} view={view} />;
	if (!view.isOpen) return <Loading />;
	if (event.fetchStatus === 'paused') return <NoNetwork session={session} view={view} />;
	if (event.isPending) return <Loading />;
	return (
		<AccessDenied
			session={session}
			view={view}
			token={token}
			isMember={access.kind === 'member'}
			onRetry={() => void event.refetch()}
		/>
	);
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

interface DoorScreenProps {
	access: DoorAccess;
	info: DoorInfo;
	session: DoorSession;
	view: SessionView;
}

function DoorScreen({ access, info, session, view }: DoorScreenProps) {
	const signals = useScanSignals();
	const { give } = signals;
	const { timeZone } = info.event;
	const door = useDoor(access, session, timeZone, give);
	const { undoable } = door;
	const mayUndo = info.abilities.includes('undo');
	const mayScan = info.abilities.includes('scan');
	const maySearch = info.abilities.includes('search');
	const maySell = info.abilities.includes('sell_at_door');
	const sales = useSales(door.verdict, maySell);
	const { scanner, onCode } = useDoorScanner(door, mayScan, sales.isOver);
	const search = useGuestFinder({ access, info, door, view, onFound: session.merge });
	// Names are shown to those who may search.
	const guests = maySearch ? <GuestListCard info={info} door={door} search={search} /> : null;
	const selling = maySell ? (
		<SellKeys
			{...{ access, session, timeZone }}
			canEnter={info.abilities.includes('manual_check_in')}
			{...sales.keys}
		/>
	) : null;
	return (
		<div data-door className="page-width flex w-full flex-col gap-3 py-3 md:gap-5 md:py-6">
			<DoorHeader access={access} info={info} view={view} />
			<Tiles stats={info.stats} />
			<DoorNotices session={session} view={view} timeZone={timeZone} />
			<div className="grid items-start gap-3 md:gap-5 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
				{maySearch ? <GuestSearchField search={search} /> : null}
				{/* What was searched for stands right below; the order of the page is the one that is seen. */}
				{search.isSearching ? guests : null}
				{mayScan ? (
					<ScanCard {...{ door, scanner, signals, session, view, selling }} />
				) : selling ? (
					<div className="min-w-0 rounded-lg border border-hairline bg-surface p-3 md:p-5 lg:col-start-1 lg:row-start-2">
						{selling}
					</div>
				) : null}
				{search.isSearching ? null : guests}
				<div className="flex min-w-0 flex-col gap-3 md:gap-5 lg:col-start-1 lg:row-start-3">
					{undoable && mayUndo && !maySearch ? (
						<UndoBar name={undoable.guestName} onUndo={() => void door.undo(undoable)} />
					) : null}
					{mayScan ? <OtherWays scanner={scanner} onCode={onCode} isPending={door.isPending} /> : null}
					<OfflineCard session={session} view={view} />
					{access.download && info.abilities.includes('export') ? (
						<DoorFiles download={access.download} />
					) : null}
					<EmergencyCard />
				</div>
			</div>
			<QuestionSheet asking={door.asking} />
			<VerdictScreen
				verdict={door.verdict}
				timeZone={timeZone}
				onNext={door.dismiss}
				onUndo={
					undoable && mayUndo && door.verdict?.verdict === 'accepted'
						? () => void door.undo(undoable)
						: undefined
				}
				onTakePayment={
					sales.unpaid && door.verdict?.verdict === 'unpaid'
						? () => {
								door.dismiss();
								sales.keys.onPayer(sales.unpaid);
							}
						: undefined
				}
			/>
		</div>
	);
}

/** What selling and the verdicts have to do with each other: a ticket that was refused as unpaid can be paid, until the next verdict. */
function useSales(verdict: DoorVerdict | null, maySell: boolean) {
	const [isOpen, setOpen] = useState(false);
	const [payer, onPayer] = useState<Payer | null>(null);
	const [unpaid, setUnpaid] = useState<Payer | null>(null);
	const [seen, setSeen] = useState(verdict);
	if (verdict !== seen) {
		setSeen(verdict);
		if (verdict) setUnpaid(maySell ? payerOf(verdict) : null);
	}
	return {
		unpaid,
		/** Whether selling is over the page. */
		isOver: isOpen || payer !== null,
		keys: { unpaid, payer, onPayer, onPaid: () => setUnpaid(null), onOpen: setOpen },
	};
}

const payerOf = ({ verdict, guestId, guestName }: DoorVerdict): Payer | null =>
	verdict === 'unpaid' && guestId ? { guestId, name: guestName } : null;

function DoorHeader({ access, info, view }: { access: DoorAccess; info: DoorInfo; view: SessionView }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event } = info;
	return (
		<header className="flex flex-col gap-1">
			<div className="flex items-center gap-2">
				<Link
					to={access.backTo}
					className={buttonStyle({
						variant: 'ghost',
						isSquare: true,
						className: '-ms-2.5 min-h-11 min-w-11',
					})}
				>
					<Icon icon={ArrowLeft} size={20} isDirectional />
					<span className="sr-only">
						{access.kind === 'member' ? t`Back to ${event.title}` : t`Back to staff access`}
					</span>
				</Link>
				<Badge variant="secondary">
					<Trans>Staff Scanner</Trans>
				</Badge>
				<div className="ms-auto">
					<DoorStatus view={view} timeZone={event.timeZone} />
				</div>
			</div>
			<h1 className="title-page door-title [overflow-wrap:anywhere]" dir="auto">
				{event.title}
			</h1>
			<p className="text-sm text-muted md:text-base">
				{[event.location, formats.dateTime(event.startDate, event.timeZone)].filter(Boolean).join(' · ')}
			</p>
		</header>
	);
}

function Tiles({ stats }: { stats: DoorInfo['stats'] }) {
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
					className="rounded-lg border border-hairline bg-surface flex flex-col-reverse justify-end px-3 py-1.5 md:px-5 md:py-4"
				>
					<dt className="text-xs text-muted md:text-sm">{tile.label}</dt>
					<dd className="text-xl font-semibold tabular-nums md:text-4xl">{tile.value}</dd>
				</div>
			))}
		</dl>
	);
}

/** No network, and no guest list on this device: nothing can be decided here. It opens by itself when the network is back. */
function NoNetwork({ session, view }: { session: DoorSession; view: SessionView }) {
	return (
		<section className="form-width m-auto flex flex-col items-center gap-4 py-16 text-center">
			<Icon icon={WifiOff} size={24} className="size-12 text-warning" />
			<h1 className="title-page">
				<Trans>You’re offline</Trans>
			</h1>
			<p role="status" className="text-muted">
				<Trans>
					This device hasn’t downloaded the guest list. It will open when you’re back online; use another
					device meanwhile.
				</Trans>
			</p>
			<WaitingScans session={session} view={view} />
			<div className="w-full text-start">
				<EmergencyCard />
			</div>
		</section>
	);
}
