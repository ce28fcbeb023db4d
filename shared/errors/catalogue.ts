/**
 * The code catalogue: every error that leaves the server carries one of these codes. `userMessage` is the text a person reads
 * (to the letter of the specification, section 8), `status` the HTTP status it travels with unless the thrower names another.
 */
export const errorCatalogue = {
	AUTH_INVALID_CREDENTIALS: { status: 401, userMessage: 'Invalid email or password. Please try again.' },
	AUTH_TOKEN_EXPIRED: { status: 401, userMessage: 'Your session has expired. Please sign in again.' },
	AUTH_TOKEN_INVALID: { status: 401, userMessage: 'Authentication error. Please sign in again.' },
	AUTH_ACCOUNT_LOCKED: { status: 423, userMessage: 'Your account has been locked. Please contact support.' },
	AUTH_ACCOUNT_DISABLED: {
		status: 403,
		userMessage: 'Your account has been disabled. Please contact support.',
	},
	AUTH_INSUFFICIENT_PERMISSIONS: {
		status: 403,
		userMessage: "You don't have permission to perform this action.",
	},
	AUTH_REQUIRED: { status: 401, userMessage: 'Please sign in to continue.' },
	VALIDATION_FAILED: { status: 400, userMessage: 'Please check your input and try again.' },
	VALIDATION_REQUIRED_FIELD: { status: 400, userMessage: 'This field is required.' },
	VALIDATION_INVALID_FORMAT: { status: 400, userMessage: 'Please enter a valid format.' },
	VALIDATION_INVALID_EMAIL: { status: 400, userMessage: 'Please enter a valid email address.' },
	VALIDATION_INVALID_PHONE: { status: 400, userMessage: 'Please enter a valid phone number.' },
	VALIDATION_INVALID_URL: { status: 400, userMessage: 'Please enter a valid URL.' },
	VALIDATION_INVALID_DATE: { status: 400, userMessage: 'Please enter a valid date.' },
	VALIDATION_INVALID_NUMBER: { status: 400, userMessage: 'Please enter a valid number.' },
	NETWORK_ERROR: { status: 502, userMessage: 'Network error. Please check your connection and try again.' },
	NETWORK_TIMEOUT: { status: 504, userMessage: 'Request timed out. Please try again.' },
	NETWORK_OFFLINE: { status: 503, userMessage: 'You appear to be offline. Please check your connection.' },
	NETWORK_CORS_ERROR: { status: 403, userMessage: 'Cross-origin request blocked. Please try again.' },
	SERVER_ERROR: { status: 500, userMessage: 'Server error. Please try again later.' },
	SERVER_OVERLOADED: { status: 503, userMessage: 'Server is busy. Please try again later.' },
	SERVER_MAINTENANCE: { status: 503, userMessage: 'Server is under maintenance. Please try again later.' },
	SERVER_UNAVAILABLE: {
		status: 503,
		userMessage: 'Service temporarily unavailable. Please try again later.',
	},
	RATE_LIMIT_EXCEEDED: { status: 429, userMessage: 'Too many requests. Please wait a moment and try again.' },
	RATE_LIMIT_TOO_MANY_REQUESTS: {
		status: 429,
		userMessage: 'Rate limit exceeded. Please slow down your requests.',
	},
	PAYMENT_FAILED: {
		status: 402,
		userMessage: 'Payment failed. Please check your payment method and try again.',
	},
	PAYMENT_INSUFFICIENT_FUNDS: {
		status: 402,
		userMessage: 'Insufficient funds. Please use a different payment method.',
	},
	PAYMENT_CARD_DECLINED: {
		status: 402,
		userMessage: 'Card declined. Please use a different payment method.',
	},
	PAYMENT_INVALID_CARD: { status: 402, userMessage: 'Invalid card information. Please check and try again.' },
	PAYMENT_EXPIRED_CARD: {
		status: 402,
		userMessage: 'Card has expired. Please use a different payment method.',
	},
	RESOURCE_NOT_FOUND: { status: 404, userMessage: 'The requested resource was not found.' },
	RESOURCE_ALREADY_EXISTS: { status: 409, userMessage: 'This resource already exists.' },
	RESOURCE_ACCESS_DENIED: { status: 403, userMessage: 'Access to this resource is denied.' },
	RESOURCE_DELETED: { status: 410, userMessage: 'This resource has been deleted.' },
	BUSINESS_RULE_VIOLATION: { status: 422, userMessage: 'This action violates a business rule.' },
	INSUFFICIENT_QUOTA: { status: 402, userMessage: 'You have exceeded your quota. Please upgrade your plan.' },
	SUBSCRIPTION_EXPIRED: {
		status: 402,
		userMessage: 'Your subscription has expired. Please renew to continue.',
	},
	FEATURE_NOT_AVAILABLE: {
		status: 403,
		userMessage: 'This feature is not available in your current plan.',
	},
	UNKNOWN_ERROR: { status: 500, userMessage: 'An unexpected error occurred. Please try again.' },
	INTERNAL_ERROR: { status: 500, userMessage: 'Internal error. Please try again later.' },
	NOT_IMPLEMENTED: { status: 501, userMessage: 'This feature is not yet implemented.' },
	SERVICE_UNAVAILABLE: {
		status: 503,
		userMessage: 'Service is currently unavailable. Please try again later.',
	},
} as const satisfies Record<string, { status: number; userMessage: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Tells whether a text is a code of the catalogue; for reading what came over the wire. */
export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}
