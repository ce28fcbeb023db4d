import { Trans } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';

/** Until when a gift card can be used. @param expiresOn the last day; null: it does not expire */
export function EndText({ expiresOn }: { expiresOn: string | null }) {
	const formats = useFormats();
	if (expiresOn === null) return <Trans>Doesn’t expire</Trans>;
	const day = formats.date(`${expiresOn}T12:00:00Z`, 'UTC');
	return <Trans>Valid until {day}</Trans>;
}
