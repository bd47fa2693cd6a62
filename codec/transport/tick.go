package transport

import "time"

// Every calls f at an interval with [Server.Do], from now until Shutdown. Use it for the tick of a
// game. If f takes longer than the interval, some calls are left out.
func (s *Server) Every(interval time.Duration, f func()) {
	s.set()
	go s.tick(interval, func() error {
		f()
		return nil
	})
}

func (s *Server) tick(interval time.Duration, f func() error) {
	clock := time.NewTicker(interval)
	defer clock.Stop()

	for {
		select {
		case <-s.shut:
			return
		case <-clock.C:
			_ = s.Do(f) // a panic is logged
		}
	}
}
