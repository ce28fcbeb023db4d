import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { ArrowRight, Check, CloudOff, HandCoins, Pause, Undo2, X } from 'lucide-react';
import { useEffect } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { AttendeeTexts } from '#app/ui/attendee-texts.tsx';
import { Icon, type LucideIcon } from '#app/ui/icon.tsx';
import type { DoorVerdict } from '../door-verdict.ts';
import { nextStepText, previousText, spokenText, verdictWord } from '../verdict-texts.ts';

/** Three colours, three shapes, three signs: no verdict is shown by colour alone. */
const LOOKS = {
	success: { icon: Check, className: 'bg-door-yes text-on-door-yes', shape: 'rounded-full' },
	duplicate: { icon: Pause, className: 'bg-door-wait text-on-door-wait', shape: 'rounded-lg' },
	error: { icon: X, className: 'bg-door-no text-on-door-no', shape: 'rotate-45 rounded-lg' },
} as const;

export interface VerdictScreenProps {
	verdict: DoorVerdict | null;
	timeZone: string;
	/** Goes on at once instead of waiting. */
	onNext(): void;
	/** Takes the check-in back; absent where there is nothing to take back, or no right to. */
	onUndo?: (() => void) | undefined;
	/** Takes the payment that the ticket waits for; absent where there is none, or no right to. */
	onTakePayment?: (() => void) | undefined;
}

/**
 * The verdict over the whole screen, held as long as the door waits. It is read out: a refusal at once, the rest in turn.
 * The lower edge stays free for the toast, above it are the keys, where a thumb reaches them.
 */
export function VerdictScreen(props: VerdictScreenProps) {
	const { verdict, timeZone, onNext, onUndo, onTakePayment } = props;
	useEffect(() => {
		if (!verdict) return;
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape') return;
			// One press for one thing: a question that opens after the verdict is not closed by it.
			event.preventDefault();
			onNext();
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	}, [verdict, onNext]);
	return (
		<>
			<Announcement verdict={verdict} timeZone={timeZone} />
			{verdict ? (
				<div
					className={clsx(
						'door-verdict keep-colours fixed inset-0 z-50 flex flex-col items-center overflow-y-auto text-center',
						LOOKS[verdict.kind].className,
					)}
					data-verdict={verdict.kind}
				>
					<div className="door-words flex flex-1 flex-col items-center justify-center gap-4 px-6 pt-10 pb-4">
						<Sign kind={verdict.kind} />
						<VerdictWords
							verdict={verdict}
							timeZone={timeZone}
							canTakePayment={onTakePayment !== undefined}
						/>
					</div>
					<div className="door-keys flex w-full max-w-lg gap-3 px-4">
						{onUndo ? (
							<DoorKey icon={Undo2} onClick={onUndo}>
								<Trans>Undo</Trans>
							</DoorKey>
						) : null}
						{onTakePayment ? (
							<DoorKey icon={HandCoins} onClick={onTakePayment}>
								<Trans>Take payment</Trans>
							</DoorKey>
						) : null}
						<DoorKey icon={ArrowRight} onClick={onNext}>
							<Trans>Next</Trans>
						</DoorKey>
					</div>
					{/* Room for the toast. */}
					<div className="door-room h-32 shrink-0 xl:h-10" />
				</div>
			) : null}
		</>
	);
}

function Sign({ kind }: { kind: DoorVerdict['kind'] }) {
	const { icon, shape } = LOOKS[kind];
	return (
		<span
			className={clsx(
				'door-sign grid size-28 shrink-0 place-items-center border-[6px] border-current',
				shape,
			)}
			aria-hidden="true"
		>
			<span className={kind === 'error' ? '-rotate-45' : undefined}>
				<Icon icon={icon} size={24} className="size-16" />
			</span>
		</span>
	);
}

function VerdictWords(props: { verdict: DoorVerdict; timeZone: string; canTakePayment: boolean }) {
	const { verdict, timeZone, canTakePayment } = props;
	const { i18n } = useLingui();
	const formats = useFormats();
	const since = previousText({ previous: verdict.previous, timeZone }, formats);
	// Where a payment is taken, the key says what to do next.
	const next =
		verdict.verdict && !canTakePayment
			? nextStepText(i18n, { ...verdict, verdict: verdict.verdict, timeZone }, formats)
			: '';
	return (
		<>
			<p className="door-word text-4xl font-semibold sm:text-5xl" data-testid="verdict-word">
				{verdictWord(i18n, verdict)}
				{verdict.kind === 'duplicate' && since ? (
					<span className="mt-2 block text-2xl tabular-nums">{since}</span>
				) : null}
			</p>
			{verdict.guestName ? (
				<p className="max-w-full text-3xl font-semibold [overflow-wrap:anywhere]" dir="auto">
					{verdict.guestName}
				</p>
			) : null}
			<AttendeeTexts texts={verdict.details} className="max-w-full text-xl" />
			{verdict.ticketTypeName ? (
				<p className="max-w-full text-xl [overflow-wrap:anywhere]" dir="auto">
					{verdict.ticketTypeName}
				</p>
			) : null}
			{/* When and where somebody came in stands above already. */}
			{(verdict.kind === 'success' && !verdict.isAddOn) || (verdict.kind === 'duplicate' && since) ? null : (
				<p className="max-w-[36ch] text-lg">{verdict.message}</p>
			)}
			{next ? <p className="max-w-[36ch] text-lg font-semibold">{next}</p> : null}
			{verdict.source === 'device' ? (
				<p className="flex items-center gap-2 rounded-full border-2 border-current px-3 py-1 text-sm font-medium">
					<Icon icon={CloudOff} />
					<Trans>Checked offline</Trans>
				</p>
			) : null}
		</>
	);
}

/** A key for one hand in the dark. */
function DoorKey(props: { icon: LucideIcon; onClick(): void; children: React.ReactNode }) {
	return (
		<button
			type="button"
			onClick={props.onClick}
			className="flex min-h-16 flex-1 items-center justify-center gap-2 rounded-lg border-2 border-current px-4 text-lg font-semibold outline-current outline-offset-4 focus-visible:outline-3"
		>
			<Icon icon={props.icon} size={20} isDirectional />
			{props.children}
		</button>
	);
}

/** Said in full, in places that are always there: what appears together with its live region is often not read. */
function Announcement({ verdict, timeZone }: { verdict: DoorVerdict | null; timeZone: string }) {
	const said = verdict ? <SpokenVerdict verdict={verdict} timeZone={timeZone} /> : null;
	const isUrgent = verdict !== null && verdict.kind !== 'success';
	return (
		<>
			<div role="status" className="sr-only" data-testid="verdict-status">
				{isUrgent ? null : said}
			</div>
			<div role="alert" className="sr-only" data-testid="verdict-alert">
				{isUrgent ? said : null}
			</div>
		</>
	);
}

function SpokenVerdict({ verdict, timeZone }: { verdict: DoorVerdict; timeZone: string }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	const next = verdict.verdict
		? nextStepText(i18n, { ...verdict, verdict: verdict.verdict, timeZone }, formats)
		: '';
	return spokenText([
		verdictWord(i18n, verdict),
		verdict.guestName,
		verdict.ticketTypeName,
		verdict.message,
		next,
	]);
}
