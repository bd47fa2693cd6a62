// Package metrics measures a process with rooms by OpenTelemetry, and exports the measurements to
// Prometheus.
//
// No label has the name of a room or player, because there may be any number of them. These are the
// metrics:
//
//	rooms_clients                        clients that have joined
//	rooms_owned                          rooms that the process owns
//	rooms_unacked_messages               client messages that are not in a log yet
//	rooms_tick_late_seconds              how late ticks begin
//	rooms_tick_seconds                   how long ticks take
//	rooms_append_seconds                 how long it takes to write a record to the log
//	rooms_logged_messages_total          messages in the logs
//	rooms_logged_bytes_total             bytes in the logs
//	rooms_snapshot_bytes_total           bytes of snapshots
//	rooms_taken_total                    rooms that the process has taken, including new rooms
//	rooms_takeover_seconds               from the last sign of an owner to the next owner
//	rooms_replay_seconds                 how long it takes to read a snapshot and its log
//	rooms_lost_total{why}                rooms that were given away or lost by an error
//	rooms_refused_total{kind}            clients and messages that were refused
//	rooms_decode_errors_total{kind}      packets that can't be decoded, with variant.KindOf
//	rooms_stuck_total                    attempts to open a room that have failed
//	rooms_behind_total                   ticks at which records waited for Config.Committed
//	rooms_bus_bytes_total{direction}     bytes between gateways and owners
//
// The usual metrics of the process and of the Go runtime are exported too, such as
// process_cpu_seconds_total.
package metrics

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/attribute"
	export "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdk "go.opentelemetry.io/otel/sdk/metric"

	"godotvariant/codec/message/rooms"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A Metrics has the instruments of a process.
type Metrics struct {
	meter    metric.Meter
	registry *prometheus.Registry
	provider *sdk.MeterProvider
	err      error // the first error of an instrument

	late, tick, appended, takeover, replay metric.Float64Histogram

	messages, bytes, snapshots, taken, lost, refused, faults, bus, stuck,
	behind metric.Int64Counter
}

// bounds are the bucket boundaries of histograms, in seconds. At 20 Hz a tick comes every 0.05 s.
var bounds = metric.WithExplicitBucketBoundaries(
	.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)

// New returns the Metrics of a process.
func New() (*Metrics, error) {
	m := &Metrics{registry: prometheus.NewRegistry()}
	exporter, err := export.New(export.WithRegisterer(m.registry), export.WithoutScopeInfo(),
		export.WithoutTargetInfo())
	if err != nil {
		return nil, err
	}

	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)

	m.provider = sdk.NewMeterProvider(sdk.WithReader(exporter))
	m.meter = m.provider.Meter("rooms")

	m.late = m.seconds("rooms_tick_late", "How late ticks begin.")
	m.tick = m.seconds("rooms_tick", "How long ticks take.")
	m.appended = m.seconds("rooms_append", "How long a record takes to get into the log.")
	m.takeover = m.seconds("rooms_takeover", "From the last sign of an owner to the next owner.")
	m.replay = m.seconds("rooms_replay", "How long it takes to read a snapshot and its log.")

	m.messages = m.counter("rooms_logged_messages", "", "Messages in the logs.")
	m.bytes = m.counter("rooms_logged", "By", "Bytes in the logs.")
	m.snapshots = m.counter("rooms_snapshot", "By", "Bytes of snapshots.")
	m.taken = m.counter("rooms_taken", "", "Rooms that the process has taken, new ones included.")
	m.lost = m.counter("rooms_lost", "", "Rooms that were given away, or lost by an error.")
	m.refused = m.counter("rooms_refused", "", "Clients and messages that were refused.")
	m.faults = m.counter("rooms_decode_errors", "", "Packets that can't be read.")
	m.stuck = m.counter("rooms_stuck", "", "Attempts to open a room that have failed.")
	m.behind = m.counter("rooms_behind", "", "Ticks at which records waited for Committed.")
	m.bus = m.counter("rooms_bus", "By", "Bytes between gateways and owners.")

	return m, m.err
}

// seconds makes a histogram.
func (m *Metrics) seconds(name, help string) metric.Float64Histogram {
	h, err := m.meter.Float64Histogram(name, metric.WithUnit("s"),
		metric.WithDescription(help), bounds)
	m.note(err)
	return h
}

// counter makes a counter.
func (m *Metrics) counter(name, unit, help string) metric.Int64Counter {
	c, err := m.meter.Int64Counter(name, metric.WithUnit(unit),
		metric.WithDescription(help))
	m.note(err)
	return c
}

// note stores the first error.
func (m *Metrics) note(err error) {
	if m.err == nil {
		m.err = err
	}
}

// Watch adds gauges for the Stats of a Host. Call it once.
func (m *Metrics) Watch(stats func() rooms.Stats) error {
	m.gauge("rooms_owned", "Rooms that the process owns.",
		func() int { return stats().Rooms })
	m.gauge("rooms_clients", "Clients that have joined.",
		func() int { return stats().Visitors })
	m.gauge("rooms_unacked_messages", "Messages of clients that are not in a log yet.",
		func() int { return stats().Unacked })

	return m.err
}

// gauge makes a gauge.
func (m *Metrics) gauge(name, help string, value func() int) {
	observe := func(_ context.Context, o metric.Int64Observer) error {
		o.Observe(int64(value()))
		return nil
	}

	_, err := m.meter.Int64ObservableGauge(name, metric.WithDescription(help),
		metric.WithInt64Callback(observe))
	m.note(err)
}

// Handler returns the HTTP handler of the metrics for Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Hooks returns the functions that measure a Host, for rooms.Config.
func (m *Metrics) Hooks() rooms.Hooks {
	ctx := context.Background()

	return rooms.Hooks{
		Ticked: func(_ string, late, took time.Duration) {
			m.late.Record(ctx, late.Seconds())
			m.tick.Record(ctx, took.Seconds())
		},
		Appended: func(_ string, messages, bytes int, took time.Duration) {
			m.messages.Add(ctx, int64(messages))
			m.bytes.Add(ctx, int64(bytes))
			m.appended.Record(ctx, took.Seconds())
		},
		Owned: func(_ string, waited, replay time.Duration) {
			m.taken.Add(ctx, 1)
			m.replay.Record(ctx, replay.Seconds())
			if waited > 0 {
				m.takeover.Record(ctx, waited.Seconds())
			}
		},
		Lost: func(_ string, why error) {
			m.lost.Add(ctx, 1, label("why", reason(why)))
		},
		Snapshot: func(_ string, bytes int) { m.snapshots.Add(ctx, int64(bytes)) },
		Stuck:    func(string, error) { m.stuck.Add(ctx, 1) },
		Behind:   func(string, int) { m.behind.Add(ctx, 1) },
		Refused:  func(kind string) { m.refused.Add(ctx, 1, label("kind", kind)) },
		Decode: func(err error) {
			m.faults.Add(ctx, 1, label("kind", cmp.Or(variant.KindOf(err), "other")))
		},
		Bus: func(bytes int, d transport.Direction) {
			m.bus.Add(ctx, int64(bytes), directions[d&1])
		},
	}
}

// label returns the option that gives a measurement one label.
func label(name, value string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String(name, value))
}

func reason(err error) string {
	if err == nil {
		return "given"
	}
	return "error"
}

// directions has the label of each direction. The labels are made only once, because there are many
// messages.
var directions = [...]metric.MeasurementOption{
	transport.Incoming: label("direction", "in"),
	transport.Outgoing: label("direction", "out"),
}
