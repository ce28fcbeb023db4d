CREATE TABLE "delayed_work" (
	"poller" text,
	"key" text,
	"organisation_id" uuid,
	"failures" integer DEFAULT 1 NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"next_try_at" timestamp(3) with time zone NOT NULL,
	"last_error" text NOT NULL,
	CONSTRAINT "delayed_work_pkey" PRIMARY KEY("poller","key")
);
