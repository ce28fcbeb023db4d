import { Plural, Trans } from '@lingui/react/macro';
import type { RefundDeadline, RequestPolicy } from '#shared/rules/refund-policy.ts';
import { useFormats } from './format.ts';

/** The refund by policy for a request, as of when it was made, and how much more was requested. */
export function RequestPolicyText(props: { policy: RequestPolicy; wantedMinor: number; currency: string }) {
	const formats = useFormats();
	const { policy, wantedMinor } = props;
	const { step, refundMinor, keptMinor, reason } = policy;
	const money = (minor: number) => formats.money(minor, props.currency);
	const [back, wanted, fee] = [money(refundMinor), money(wantedMinor), money(keptMinor)];
	const more = money(wantedMinor - refundMinor);
	const rule = step ? (
		<>
			{step.percent}% <Deadline until={step.until} />
		</>
	) : null;
	const asked = <Notice notice={policy.notice} />;
	return (
		<>
			{!rule ? (
				<Trans>By your refund policy, nothing comes back.</Trans>
			) : keptMinor > 0 ? (
				<Trans>
					By your refund policy, {back} of {wanted} comes back: {rule}, less a fee of {fee}; asked {asked}.
				</Trans>
			) : refundMinor > 0 ? (
				<Trans>
					By your refund policy, {back} of {wanted} comes back: {rule}; asked {asked}.
				</Trans>
			) : (
				<Trans>
					By your refund policy, nothing comes back: {rule}; asked {asked}.
				</Trans>
			)}
			{wantedMinor > refundMinor ? (
				<>
					{' '}
					<Trans>The buyer asks for up to {more} more.</Trans>
				</>
			) : null}
			{reason === 'checked-in' || reason === 'disputed' ? (
				<>
					{' '}
					{reason === 'checked-in' ? (
						<Trans>One of the tickets was used at check-in.</Trans>
					) : (
						<Trans>The buyer’s bank disputes the payment.</Trans>
					)}
				</>
			) : null}
		</>
	);
}

function Notice({ notice }: { notice: RefundDeadline }) {
	if (notice === null) return <Trans>after the start</Trans>;
	if ('hours' in notice)
		return (
			<Plural value={notice.hours} _0="less than an hour before" one="# hour before" other="# hours before" />
		);
	return <Plural value={notice.days} _0="on the day" one="the day before" other="# days before" />;
}

/** When a step of a policy ends. */
export function Deadline({ until }: { until: RefundDeadline }) {
	if (until === null) return <Trans>until the event starts</Trans>;
	if ('hours' in until)
		return (
			<Plural
				value={until.hours}
				one="until # hour before the start"
				other="until # hours before the start"
			/>
		);
	return (
		<Plural value={until.days} one="until the day before the start" other="until # days before the start" />
	);
}
