import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { trustedHtml } from '#app/lib/sanitised-html.tsx';

/**
 * A mail as its reader sees it, in a frame of its own: no scripts, no forms, no way out of the frame, and no origin. The text of a
 * mail comes from templates, which escape what people typed; the frame holds even if one did not.
 */
export function MailBody({ html }: { html: string }) {
	const { t } = useLingui();
	const frame = useRef<HTMLIFrameElement>(null);
	useEffect(() => {
		// Set from here, since the browser takes such a text only with the mark of our own policy.
		if (frame.current) frame.current.srcdoc = trustedHtml(html);
	}, [html]);
	return (
		<iframe
			ref={frame}
			sandbox=""
			title={t`The email`}
			className="h-[70vh] w-full rounded-lg border bg-code-ground [color-scheme:light]"
		/>
	);
}
