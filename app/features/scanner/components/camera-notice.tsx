import { Trans } from '@lingui/react/macro';
import { CameraOff } from 'lucide-react';
import type { ReactNode } from 'react';
import {
	CAMERA_DENIED_NOTICE,
	type CameraProblem,
	cameraMessage,
} from '#app/features/scanner/camera/camera-errors.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Why there is no camera, in the specification's words, and what can be done about it. */
export function CameraNotice({ problem }: { problem: CameraProblem }) {
	return (
		<div role="alert" className="flex gap-3 rounded-lg bg-danger-tint p-4 text-sm">
			<Icon icon={CameraOff} size={20} className="mt-0.5 text-danger" />
			<div className="flex min-w-0 flex-col gap-1">
				<p className="font-medium text-danger">{cameraMessage(problem)}</p>
				{problem === 'denied' ? <p>{CAMERA_DENIED_NOTICE}</p> : null}
				<p>{wayOn(problem)}</p>
			</div>
		</div>
	);
}

function wayOn(problem: CameraProblem): ReactNode {
	switch (problem) {
		case 'denied':
			return (
				<Trans>
					Allow the camera from the icon next to the address bar. Until then, check guests in from the list.
				</Trans>
			);
		case 'missing':
			return <Trans>Use a handheld scanner or an image of the code, or check guests in from the list.</Trans>;
		case 'busy':
			return <Trans>Another app may be using the camera. Close it, then start again.</Trans>;
		case 'insecure':
			return <Trans>The camera only works on secure (https) pages.</Trans>;
		case 'unsupported':
			return <Trans>This browser can’t use the camera. Open the link in Chrome, Safari or Firefox.</Trans>;
		case 'other':
			return <Trans>Start the camera again. If that doesn’t help, reload the page.</Trans>;
	}
}
