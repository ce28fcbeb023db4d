import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** The hue of an organiser's cards: the same each time. */
export function hueOf(slug: string): number {
	let sum = 7;
	for (const letter of slug) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
	return sum;
}

/** Dark enough for white text at every hue; two rings of light over it. */
const groundOf = (hue: number) =>
	[
		`radial-gradient(circle at 88% -12%, oklch(0.72 0.13 ${(hue + 40) % 360} / 0.55) 0 22%, transparent 22.4%)`,
		`radial-gradient(circle at 88% -12%, oklch(0.62 0.13 ${(hue + 20) % 360} / 0.35) 0 42%, transparent 42.4%)`,
		`linear-gradient(150deg, oklch(0.45 0.12 ${hue}), oklch(0.31 0.1 ${(hue + 330) % 360}))`,
	].join(', ');

/** A gift card as a picture, in the colours of its organiser. */
export function GiftCardPicture(props: {
	organiser: { name: string; slug: string };
	/** Empty: not chosen yet. */
	amount: string;
	recipientName?: string | undefined;
	senderName?: string | undefined;
	message?: string | undefined;
	/** Below the amount: its code, for one. */
	children?: ReactNode;
}) {
	const { organiser, amount, recipientName, senderName, message, children } = props;
	return (
		<div
			className="gift-card flex aspect-[1.586] w-full max-w-md flex-col justify-between gap-3 overflow-hidden rounded-xl p-5 [print-color-adjust:exact] sm:p-6 forced-colors:border"
			style={{ backgroundImage: groundOf(hueOf(organiser.slug)), color: 'white' }}
		>
			<div className="flex items-start justify-between gap-3">
				<p className="line-clamp-2 min-w-0 text-lg font-semibold [overflow-wrap:anywhere]" dir="auto">
					{organiser.name}
				</p>
				<p className="flex-none text-sm">
					<Trans>Gift card</Trans>
				</p>
			</div>
			{message ? (
				<p className="line-clamp-2 min-h-0 text-sm whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{message}
				</p>
			) : null}
			<div className="flex min-w-0 items-end justify-between gap-4">
				<div className="flex min-w-0 flex-col text-sm">
					{recipientName ? (
						<span className="truncate" dir="auto">
							<Trans>For {recipientName}</Trans>
						</span>
					) : null}
					{senderName ? (
						<span className="truncate" dir="auto">
							<Trans>From {senderName}</Trans>
						</span>
					) : null}
					{children}
				</div>
				<p className="font-display flex-none text-3xl font-semibold tabular-nums">{amount}</p>
			</div>
		</div>
	);
}
