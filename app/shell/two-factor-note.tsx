import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { twoFactorPath } from '#app/lib/two-factor.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

/**
 * Above every page of a member who lacks the two factors that an organisation of theirs requires, now or from a date on; about the one
 * that requires them first.
 */
export function TwoFactorNote({ user }: { user: CurrentUser }) {
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const [first] = user.organisations
		.flatMap(({ name, needsTwoFactorFrom: from, isSandbox }) => (from && !isSandbox ? [{ name, from }] : []))
		.toSorted((one, other) => one.from.localeCompare(other.from));
	const startsAt = Date.parse(first?.from ?? '');
	const [, setBegun] = useState(0);
	useEffect(() => {
		const startsIn = startsAt - Date.now();
		// A page stays open for days. A longer wait than a timer can hold is for another page.
		if (!(startsIn > 0 && startsIn <= 0x7fffffff)) return;
		const timer = setTimeout(() => setBegun(startsAt), startsIn);
		return () => clearTimeout(timer);
	}, [startsAt]);
	if (!first) return null;
	const { name, from } = first;
	const isDue = startsAt <= Date.now();
	return (
		<div className="page-width pt-4" data-print="hide">
			<Callout
				tone="warning"
				icon={ShieldCheck}
				action={
					<ButtonLink to={twoFactorPath} size="sm" variant="outline">
						<Trans>Set up 2FA</Trans>
					</ButtonLink>
				}
			>
				{isDue ? (
					<Trans>{name} requires 2FA. Set it up to make changes again.</Trans>
				) : (
					<Trans>
						{name} requires 2FA from {formats.dateTime(from, zone)}. Set it up to keep working.
					</Trans>
				)}
			</Callout>
		</div>
	);
}
