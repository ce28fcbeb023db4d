import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'react-router';
import type { Finding } from '#app/features/events/draft-findings.ts';
import { paymentsPath } from '#app/features/events/payments-path.ts';
import { useFormats } from '#app/lib/format.ts';
import { cameFrom } from '#app/shell/came-from.ts';
import { Card } from '#app/ui/card.tsx';
import { fillInStyle } from '#app/ui/fill-in-style.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { EventReview } from '#shared/contracts/event-review.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { FillIn } from '#shared/rules/event-fill-ins.ts';
import { findingSections } from './finding-sections.ts';

/** The section of a form that settles a finding; empty: none does. */
const sectionOf = (code: Finding['code']) =>
	code === 'no-title' || code === 'no-start' ? 'basics' : findingSections[code];

interface ChecklistProps {
	blockers: Finding[];
	advice: Finding[];
	fillIns: readonly FillIn[];
	/** Path of the form in which they are settled. */
	form: string;
	/** The event's title, for the way back from the payment account. */
	title?: string;
	/** A link of the list is followed. */
	onLeave?: () => void;
}

/** Problems and suggestions before publishing an event, each with a link to its section of the form. */
export function Checklist(props: ChecklistProps) {
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Checklist</Trans>
			</h2>
			<FindingList {...props} className="mt-3" />
		</Card>
	);
}

/** The lines of the checklist. */
export function FindingList(props: ChecklistProps & { className?: string }) {
	const { t } = useLingui();
	const { blockers, advice, className, ...where } = props;
	return (
		<ul className={clsx('flex flex-col gap-3 text-sm', className)}>
			{blockers.map((finding) => (
				<FindingLine key={finding.code} {...where} {...finding} label={t`Must be fixed`} isBlocker />
			))}
			{advice.map((finding) => (
				<FindingLine key={finding.code} {...where} {...finding} label={t`Advice`} />
			))}
			{blockers.length + advice.length === 0 ? (
				<li className="flex gap-2.5">
					<Icon icon={CircleCheck} className="mt-0.5 text-success" />
					<Trans>Everything is ready.</Trans>
				</li>
			) : null}
		</ul>
	);
}

function FindingLine(
	props: Finding & Omit<ChecklistProps, 'blockers' | 'advice'> & { label: string; isBlocker?: boolean },
) {
	const section = sectionOf(props.code);
	const { onLeave } = props;
	// The title is shown by its sentence.
	const inBrackets = props.fillIns.filter(({ part }) => part !== 'title' && props.code === `fill-in-${part}`);
	return (
		<li className="flex gap-2.5">
			<Icon
				icon={props.isBlocker ? CircleX : CircleAlert}
				className={props.isBlocker ? 'mt-0.5 text-danger' : 'mt-0.5 text-warning'}
			/>
			<span className="min-w-0">
				<span className="sr-only">{props.label}: </span>
				{props.message}{' '}
				{section === 'payments' ? (
					<Link
						to={paymentsPath}
						state={props.title ? cameFrom(props.title, props.form) : undefined}
						onClick={onLeave}
						className="link"
					>
						<Trans>Set up payments</Trans>
					</Link>
				) : section === 'organisation' ? (
					<Link to="/settings/organisation#organisation" onClick={onLeave} className="link">
						<Trans>Enter details</Trans>
					</Link>
				) : section ? (
					<Link to={`${props.form}#${section}`} onClick={onLeave} className="link">
						<Trans>Change</Trans>
						<span className="sr-only">: {props.message}</span>
					</Link>
				) : null}
				{inBrackets.length > 0 ? <FillIns texts={inBrackets.map(({ text }) => text)} /> : null}
			</span>
		</li>
	);
}

/**
 * Price and proceeds of one ticket of each type.
 * @param assumption what of it can be otherwise, for an event that is not saved yet
 */
export function Prices({
	prices,
	assumption,
}: Pick<EventReview, 'prices'> & { assumption?: string | undefined }) {
	const formats = useFormats();
	if (prices.length === 0) return null;
	const hasFees = prices.some((one) => one.buyerPaysMinor !== one.organiserGetsMinor);
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Prices</Trans>
			</h2>
			<ul className="mt-3 flex flex-col text-sm">
				{prices.map((one) => {
					const pays = formats.money(one.buyerPaysMinor, one.currency);
					const gets = formats.money(one.organiserGetsMinor, one.currency);
					return (
						<li key={one.ticketTypeId} className="flex gap-4 border-t py-2 first:border-t-0">
							<span className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
								{one.name}
							</span>
							<span className="text-end tabular-nums">
								{one.kind === 'donation' ? (
									<Trans>Guest gives {pays} or more</Trans>
								) : one.buyerPaysMinor === 0 ? (
									<Trans>Free</Trans>
								) : (
									<>
										<Trans>Guest pays {pays}</Trans>
										<span className="block text-muted">
											<Trans>You get {gets}</Trans>
										</span>
									</>
								)}
							</span>
						</li>
					);
				})}
			</ul>
			<p className="mt-2 text-sm text-muted">
				{hasFees ? (
					<Trans>After our fee, before fees of the payment provider.</Trans>
				) : (
					<Trans>We take no fee. The payment provider may.</Trans>
				)}{' '}
				{assumption}
			</p>
		</Card>
	);
}

/** Who may see the event once it is published. */
export function Audience({ visibility, form }: Pick<PublicEvent, 'visibility'> & { form: string }) {
	const { t } = useLingui();
	const sentence = {
		public: t`Everyone. It’s listed on this site and in search engines.`,
		unlisted: t`Anyone with the link. It is not listed.`,
		password: t`Anyone with the link and the password.`,
		invite_only: t`Only people you add as guests.`,
	}[visibility];
	return (
		<Card>
			<h2 className="text-lg font-semibold">
				<Trans>Who can see it</Trans>
			</h2>
			<p className="mt-2 text-sm">
				{sentence}{' '}
				<Link to={`${form}#settings`} className="link" aria-label={t`Change who can see it`}>
					<Trans>Change</Trans>
				</Link>
			</p>
		</Card>
	);
}

/** So many are named; whoever has filled these in sees the next. */
const MOST_NAMED = 5;

/** The texts that a template left to be filled in, as the description has them. */
function FillIns({ texts }: { texts: readonly string[] }) {
	const formats = useFormats();
	const more = texts.length - MOST_NAMED;
	const count = formats.number(more);
	return (
		<span className="mt-1.5 flex flex-col items-start gap-1">
			{texts.slice(0, MOST_NAMED).map((text) => (
				<span key={text} className={clsx(fillInStyle, 'text-ink [overflow-wrap:anywhere]')} dir="auto">
					[{text}]
				</span>
			))}
			{more > 0 ? (
				<span className="text-muted">
					<Trans>and {count} more</Trans>
				</span>
			) : null}
		</span>
	);
}
