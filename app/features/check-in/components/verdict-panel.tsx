import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check, CircleAlert, X } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import type { DoorVerdict } from '../use-door.ts';

const LOOKS = {
	success: { icon: Check, className: 'bg-door-yes text-on-door-yes', shape: 'rounded-full' },
	duplicate: { icon: CircleAlert, className: 'bg-door-wait text-on-door-wait', shape: 'rounded-md' },
	error: { icon: X, className: 'bg-door-no text-on-door-no', shape: 'rotate-45 rounded-md' },
} as const;

/**
 * The verdict over the whole camera: colour, shape and word, held for as long as the door waits. Announced to screen readers,
 * a refusal at once.
 */
export function VerdictPanel({ verdict }: { verdict: DoorVerdict | null }) {
	return (
		<div
			role={verdict && verdict.kind !== 'success' ? 'alert' : 'status'}
			className={clsx(
				'absolute inset-0 z-10 flex-col items-center justify-center gap-3 rounded-lg p-6 text-center',
				verdict ? `flex ${LOOKS[verdict.kind].className}` : 'hidden',
			)}
			data-verdict={verdict?.kind}
		>
			{verdict ? <Verdict verdict={verdict} /> : null}
		</div>
	);
}

function Verdict({ verdict }: { verdict: DoorVerdict }) {
	const look = LOOKS[verdict.kind];
	return (
		<>
			<span
				className={clsx('grid size-20 place-items-center border-4 border-current', look.shape)}
				aria-hidden="true"
			>
				<span className={verdict.kind === 'error' ? '-rotate-45' : undefined}>
					<Icon icon={look.icon} size={24} className="size-11" />
				</span>
			</span>
			<p className="text-3xl font-semibold">
				<Word kind={verdict.kind} />
			</p>
			{verdict.guestName ? (
				<p className="max-w-full text-xl font-medium [overflow-wrap:anywhere]" dir="auto">
					{verdict.guestName}
				</p>
			) : null}
			{verdict.ticketTypeName ? <p className="text-base">{verdict.ticketTypeName}</p> : null}
			{verdict.kind === 'success' ? null : <p className="max-w-[36ch] text-base">{verdict.message}</p>}
		</>
	);
}

function Word({ kind }: { kind: DoorVerdict['kind'] }) {
	if (kind === 'success') return <Trans>OK</Trans>;
	if (kind === 'duplicate') return <Trans>Already in</Trans>;
	return <Trans>Not valid</Trans>;
}
