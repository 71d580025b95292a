// Issues a certificate, waits until it is rendered, and saves its PDF. Needs Go 1.19 and nothing else: go run issue.go
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

type certificate struct {
	ID           string `json:"id"`
	RenderStatus string `json:"renderStatus"`
	PDFURL       string `json:"pdfUrl"`
}

func call(method, path string, body any, idempotencyKey string) (result certificate, err error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return result, err
	}
	for attempt := 0; ; attempt++ {
		request, err := http.NewRequest(method, os.Getenv("LAUREL_URL")+"/api/v1"+path, bytes.NewReader(sent))
		if err != nil {
			return result, err
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("LAUREL_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		if idempotencyKey != "" {
			request.Header.Set("Idempotency-Key", idempotencyKey)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return result, err
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return result, err
		}
		if response.StatusCode < 400 {
			return result, json.Unmarshal(answer, &result)
		}
		busy := response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable
		// The key makes it safe to send the creation again.
		if !busy || attempt == 3 {
			return result, fmt.Errorf("%s", answer)
		}
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		time.Sleep(time.Duration(max(seconds, 1)) * time.Second)
	}
}

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

func run() error {
	issued, err := call("POST", "/certificates", map[string]any{
		"templateId": os.Getenv("LAUREL_TEMPLATE_ID"),
		"variables": map[string]string{
			"name": "Ada Lovelace", "course": "Computing", "distinction": "honours",
			"date": "20 November 2026", "director": "Grace Hopper",
		},
	}, "enrolment-4711-go")
	for err == nil && issued.RenderStatus != "COMPLETED" {
		if issued.RenderStatus == "FAILED" {
			return fmt.Errorf("certificate %s could not be rendered", issued.ID)
		}
		time.Sleep(time.Second)
		issued, err = call("GET", "/certificates/"+issued.ID, nil, "")
	}
	if err != nil {
		return err
	}
	response, err := http.Get(issued.PDFURL)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	file, err := os.Create("certificate.pdf")
	if err != nil {
		return err
	}
	if _, err = io.Copy(file, response.Body); err != nil {
		return err
	}
	fmt.Println(issued.ID)
	return file.Close()
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
